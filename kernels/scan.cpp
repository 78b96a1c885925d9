#include "kernels/scan.h"

#include "kernels/launch.h"
#include "kernels/scan_on_cuda.h"

namespace limber {

namespace {

/// One thread adds up tens of thousands of integers in less time than a pool takes to share them.
struct AddUp {
  View<const int> values;
  View<int> sums;
  View<const int> only_if;
  void operator()(int) const {
    if (!only_if.empty() && only_if[0] == 0) return;
    int sum = 0;
    for (int i = 0; i < values.size; ++i) sums[i] = sum += values[i];
  }
};

}  // namespace

Scan::Scan(const Exec& exec, int size) : size_(size) {
  if (exec.memory() == Memory::device)
    scratch_ = RawBuffer(Memory::device, scan_scratch_bytes_on_cuda(size));
}

void Scan::run(const Exec& exec, const char* label, View<const int> values, View<int> sums,
               View<const int> only_if) const {
  if (exec.memory() == Memory::device) {
    scan_on_cuda(exec, label, values, sums, scratch_.data(), scratch_.bytes());
  } else {
    launch_on_host(exec, label, 1, AddUp{values, sums, only_if});
  }
}

}  // namespace limber
