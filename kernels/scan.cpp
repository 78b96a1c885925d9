#include "kernels/scan.h"

#include "kernels/launch.h"
#include "kernels/scan_on_cuda.h"

namespace limber {

namespace {

/// One thread adds up tens of thousands of integers in less time than a pool takes to share them.
struct AddUp {
  View<int> values;
  void operator()(int) const {
    int sum = 0;
    for (int i = 0; i < values.size; ++i) values[i] = sum += values[i];
  }
};

}  // namespace

Scan::Scan(const Exec& exec, int size) : size_(size) {
  if (exec.memory() == Memory::device)
    scratch_ = RawBuffer(Memory::device, scan_scratch_bytes_on_cuda(size));
}

void Scan::run(const Exec& exec, const char* label, View<int> values) const {
  if (exec.memory() == Memory::device) {
    scan_on_cuda(exec, label, values, scratch_.data(), scratch_.bytes());
  } else {
    launch_on_host(exec, label, 1, AddUp{values});
  }
}

void Scan::move(const Exec&, const Exec& to) { *this = Scan(to, size_); }

}  // namespace limber
