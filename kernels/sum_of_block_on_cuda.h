#pragma once

// Included only by .cu files.

#ifdef __CUDACC__

namespace limber {

template <class T>
__device__ T shuffled_down(T value, int by) {
  return __shfl_down_sync(0xffffffffu, value, by);
}

/// The block's sum in each of its threads; all of them must call it. `scratch` holds one value per
/// warp and may be used again at once.
template <int threads>
__device__ double sum_of_block(double value, double* scratch) {
  constexpr int warps = threads / 32;
  for (int half = 16; half > 0; half /= 2) value += shuffled_down(value, half);
  if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = value;
  __syncthreads();
  double sum = 0.0;
  for (int warp = 0; warp < warps; ++warp) sum += scratch[warp];
  __syncthreads();
  return sum;
}

}  // namespace limber

#endif
