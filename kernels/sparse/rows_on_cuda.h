#pragma once

// Included only by .cu files: launch_rows.h on the GPU.

#include "kernels/launch_on_cuda.h"
#include "kernels/sparse/launch_rows.h"
#include "kernels/sum_of_block_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

template <class T>
__device__ Triple<T> shuffled_down(const Triple<T>& value, int by) {
  return {shuffled_down(value.x, by), shuffled_down(value.y, by), shuffled_down(value.z, by)};
}

template <int threads>
__device__ double sum_of_parts(const View<const double>& parts, double* scratch) {
  double sum = 0.0;
  for (int i = static_cast<int>(threadIdx.x); i < parts.size; i += threads) sum += parts.data[i];
  return sum_of_block<threads>(sum, scratch);
}

/// Calls body.row or part and finish for the rows of this thread; returns the thread's part of the
/// sum. thread, threads: of the whole grid.
template <class Body, class Start>
__device__ double run_rows_of_thread(const Body& body, const Start& start, int rows, int thread,
                                     int threads) {
  double sum = 0.0;
  if constexpr (SharedRows<Body>) {
    const int lanes = body.lanes();
    const int log2 = __ffs(lanes) - 1;
    const int all = rows << log2;
    // Whole warps iterate together, for the shuffles.
    for (int i = thread; i < (all + 31) / 32 * 32; i += threads) {
      decltype(body.part(0, 0, start)) part{};
      if (i < all) part = body.part(i >> log2, i & (lanes - 1), start);
      for (int half = lanes / 2; half > 0; half /= 2) part += shuffled_down(part, half);
      if (i < all && (i & (lanes - 1)) == 0) sum += body.finish(i >> log2, part, start);
    }
  } else {
    for (int i = thread; i < rows; i += threads) sum += body.row(i, start);
  }
  return sum;
}

template <class Body>
__global__ void __launch_bounds__(row_threads_per_block) run_rows(int rows, const Body body) {
  __shared__ double scratch[row_threads_per_block / 32];
#if __CUDA_ARCH__ >= 900
  // As run_on_device (launch_on_cuda.h): this grid may start early, but reads nothing before this.
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  double incoming = 0.0;
  if (!body.incoming.empty())
    incoming = sum_of_parts<row_threads_per_block>(body.incoming, scratch);
  const auto start = body.start(incoming);
  double sum = run_rows_of_thread(body, start, rows, blockIdx.x * blockDim.x + threadIdx.x,
                                  gridDim.x * blockDim.x);
  if (!body.outgoing.empty()) {
    sum = sum_of_block<row_threads_per_block>(sum, scratch);
    if (threadIdx.x == 0) body.outgoing.data[blockIdx.x] = sum;
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) body.conclude(start);
}

template <class Body>
void launch_rows_on_cuda(const Exec& exec, const char* label, int rows, const Body& body) {
  const int lanes = lanes_of(body);
  const int blocks =
      body.outgoing.empty() ? row_blocks(rows, lanes) : parts_of_sum(exec, rows, lanes);
  launch_overlapping(exec, label, blocks, row_threads_per_block, 0, run_rows<Body>, rows, body);
}

#else

template <class Body>
void launch_rows_on_cuda(const Exec&, const char* label, int, const Body&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber

/// Lists one body over rows.
#define LIMBER_ROWS(...)                                                                        \
  template void limber::launch_rows_on_cuda<__VA_ARGS__>(const limber::Exec&, const char*, int, \
                                                         const __VA_ARGS__&)
