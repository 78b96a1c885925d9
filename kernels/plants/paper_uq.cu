// The GPU kernels of [Wang20].

#include "kernels/plants/paper_uq.h"

#include "kernels/launch_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int paper_threads = 512;  // "at least 512", section 4.1
constexpr int paper_warps = paper_threads / 32;

/// Row 3 * vertex + (0, 1, 2) of u.
__device__ void store_row(const View<Vec3AndValue>& displacements_m, int row, float value) {
  float* const floats = reinterpret_cast<float*>(displacements_m.data);
  floats[row / 3 * 4 + row % 3] = value;
}

/// Sum of a row's partial sums, for its first thread.
__device__ float sum_of_row(const float* partial, int threads) {
  float sum = 0.0f;
  for (int k = 0; k < threads; ++k) sum += partial[threadIdx.x + k];
  return sum;
}

/// One warp per group of rows; q is laid out in shared memory such that each thread of a warp reads
/// from a different bank (equation 6).
template <int batch>
__global__ void __launch_bounds__(paper_threads) paper_part(const PaperPart part) {
  __shared__ float q[32 * batch];
  __shared__ float partial[paper_threads];
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32;
  const int threads_per_row = part.threads_per_row();
  for (int i = thread; i < threads_per_row * batch; i += paper_threads)
    q[i % batch * 32 + i / batch] = i < part.modes ? part.coordinates.data[i] : 0.0f;
  __syncthreads();
  const int group = static_cast<int>(blockIdx.x) * paper_warps + thread / 32;
  const int in_group = lane / threads_per_row, k = lane % threads_per_row;
  const int row = group * part.rows_per_group() + in_group;
  const bool active = in_group < part.rows_per_group() && row < 3 * part.displacements_m.size;
  float sum = 0.0f;
  if (active) {
    const float* from = part.rows.data + static_cast<long long>(group) * part.group_places() +
                        in_group * part.row_places() + k * batch;
    if constexpr (batch == 1) {
      sum = from[0] * q[k];
    } else {
#pragma unroll
      for (int m = 0; m < batch; m += 4) {
        if (k * batch + m >= part.modes) break;
        const float4 v = *reinterpret_cast<const float4*>(from + m);
        sum += v.x * q[m * 32 + k] + v.y * q[(m + 1) * 32 + k] + v.z * q[(m + 2) * 32 + k] +
               v.w * q[(m + 3) * 32 + k];
      }
    }
  }
  partial[thread] = sum;
  __syncwarp();
  if (active && k == 0) store_row(part.displacements_m, row, sum_of_row(partial, threads_per_row));
}

template <int chunk_size>
__global__ void __launch_bounds__(paper_threads) paper_chunks(const PaperChunks work) {
  constexpr int chunks_per_warp = 32 / chunk_size;
  __shared__ float partial[paper_threads];
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32;
  const int warp = static_cast<int>(blockIdx.x) * paper_warps + thread / 32;
  const int chunk = warp * chunks_per_warp + lane / chunk_size;
  bool active = lane / chunk_size < chunks_per_warp && chunk < work.chunks.size;
  const PaperChunk meta = active ? whole(work.chunks, chunk) : PaperChunk{0, 0, 1, 0};
  const int in_chunk = lane % chunk_size / meta.threads_per_row;
  const int k = lane % chunk_size % meta.threads_per_row;
  active = active && in_chunk < meta.rows;
  float sum = 0.0f;
  if (active) {
    const Quad4 a = whole(work.modes, warp * 32 + lane);
    const Quad4 q =
        *reinterpret_cast<const Quad4*>(work.coordinates.data + meta.first_coordinate + 4 * k);
    sum = a.at[0] * q.at[0] + a.at[1] * q.at[1] + a.at[2] * q.at[2] + a.at[3] * q.at[3];
  }
  partial[thread] = sum;
  __syncwarp();
  if (active && k == 0)
    store_row(work.displacements_m, meta.first_row + in_chunk,
              sum_of_row(partial, meta.threads_per_row));
}

template <class Work>
void launch_warps(const Exec& exec, const char* label, int warps, void (*kernel)(Work),
                  const Work& work) {
  launch_in_turn(exec, label, (warps + paper_warps - 1) / paper_warps, paper_threads, kernel, work);
}

}  // namespace

void launch_paper_part_on_cuda(const Exec& exec, const char* label, const PaperPart& part) {
  switch (part.batch) {
    case 1:
      return launch_warps(exec, label, part.groups(), paper_part<1>, part);
    case 4:
      return launch_warps(exec, label, part.groups(), paper_part<4>, part);
    case 8:
      return launch_warps(exec, label, part.groups(), paper_part<8>, part);
    case 16:
      return launch_warps(exec, label, part.groups(), paper_part<16>, part);
    default:
      return launch_warps(exec, label, part.groups(), paper_part<32>, part);
  }
}

void launch_paper_chunks_on_cuda(const Exec& exec, const char* label, const PaperChunks& work) {
  const int warps = work.modes.size / 32;
  switch (work.chunk_size) {
    case 5:
      return launch_warps(exec, label, warps, paper_chunks<5>, work);
    case 6:
      return launch_warps(exec, label, warps, paper_chunks<6>, work);
    case 7:
      return launch_warps(exec, label, warps, paper_chunks<7>, work);
    default:
      return launch_warps(exec, label, warps, paper_chunks<8>, work);
  }
}

#else

void launch_paper_part_on_cuda(const Exec&, const char* label, const PaperPart&) {
  refuse_without_cuda(label);
}

void launch_paper_chunks_on_cuda(const Exec&, const char* label, const PaperChunks&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
