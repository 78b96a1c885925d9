#include <cub/device/device_scan.cuh>
#include <string>

#include "kernels/error.h"
#include "kernels/scan_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

namespace {
void check(cudaError_t error, const char* label) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // the next call must not report it again
  throw Error(ExitCode::unavailable, std::string("the GPU rejected the prefix sum of '") + label +
                                         "': " + cudaGetErrorString(error));
}
}  // namespace

std::size_t scan_scratch_bytes_on_cuda(int size) {
  std::size_t bytes = 0;
  const int* values = nullptr;
  int* sums = nullptr;
  check(cub::DeviceScan::InclusiveSum(nullptr, bytes, values, sums, size), "a table");
  return bytes;
}

void scan_on_cuda(const Exec& exec, const char* label, View<const int> values, View<int> sums,
                  void* scratch, std::size_t scratch_bytes) {
  if (exec.timeline()) exec.timeline()->enter(label);
  check(cub::DeviceScan::InclusiveSum(scratch, scratch_bytes, values.data, sums.data, values.size,
                                      exec.stream()),
        label);
}

}  // namespace limber
