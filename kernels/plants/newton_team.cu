// [Barbic05].

#include "kernels/plants/newton_team.h"

#include "kernels/launch_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int threads = 1024;
constexpr int lanes = 32;
constexpr int lanes_per_pair = 4;  ///< share the terms of a pair of modes

/// Shared memory: an r x r matrix, padded against bank conflicts along columns, and vectors.
struct Room {
  float *matrix, *diagonal, *q, *accelerations, *change, *pull_back;
  int stride;

  static int floats(int modes) { return modes * (modes + 1) + 4 * modes + modes * modes; }
  __device__ Room(float* room, int modes)
      : matrix(room),
        diagonal(matrix + modes * (modes + 1)),
        q(diagonal + modes),
        accelerations(q + modes),
        change(accelerations + modes),
        pull_back(change + modes),
        stride(modes + 1) {}
  __device__ float& at(int row, int column) const { return matrix[row * stride + column]; }
};

/// The matrix, and the entries of NewtonStep::pull_back().
__device__ void compute_matrix(const Newton& work, const CubicPart& cubic, int r,
                               const Room& room) {
  const auto q_of = [&](int k) { return room.q[k]; };
  const int share = static_cast<int>(threadIdx.x) % lanes_per_pair;
  const int pairs = r * r, pairs_at_once = threads / lanes_per_pair;
  for (int first = 0; first < pairs; first += pairs_at_once) {
    const int pair = first + static_cast<int>(threadIdx.x) / lanes_per_pair;
    TangentStiffness::Terms sum;
    if (pair < pairs)
      for (int b = share; b < r; b += lanes_per_pair)
        work.tangent.add(sum, cubic, r, pair, b, q_of);
#pragma unroll
    for (int distance = 1; distance < lanes_per_pair; distance *= 2) {
      sum.quadratic += __shfl_xor_sync(~0u, sum.quadratic, distance);
      sum.cubic += __shfl_xor_sync(~0u, sum.cubic, distance);
    }
    if (pair >= pairs || share > 0) continue;
    const int row = pair / r, column = pair % r;
    const float entry = work.step.matrix(cubic, pair, work.tangent.tangent(cubic, pair, sum));
    room.at(row, column) = entry;
    if (row == column) room.diagonal[row] = entry;
    room.pull_back[pair] =
        work.step.pull_back(cubic, pair, work.tangent.share(cubic, pair, sum, room.q[column]),
                            room.accelerations[column]);
  }
}

/// One warp; rows are distributed among its lanes. Right-looking: each column updates the rest of
/// the matrix.
__device__ void factorize(const Room& room, int r, int lane) {
  for (int j = 0; j < r; ++j) {
    const NewtonStep::Pivot pivot(room.diagonal[j], room.at(j, j));
    __syncwarp();  // all have read the pivot
    if (lane == 0) room.at(j, j) = pivot.root;
    for (int i = j + 1 + lane; i < r; i += lanes)
      room.at(i, j) = pivot.sound ? room.at(i, j) / pivot.root : 0.0f;
    __syncwarp();
    for (int i = j + 1 + lane; i < r; i += lanes) {
      const float factor = room.at(i, j);
      for (int k = j + 1; k <= i; ++k) room.at(i, k) -= factor * room.at(k, j);
    }
    __syncwarp();
  }
}

__device__ void solve(const Room& room, int r, int lane) {
  float* const x = room.change;
  for (int j = 0; j < r; ++j) {
    if (lane == 0) x[j] /= room.at(j, j);
    __syncwarp();
    for (int i = j + 1 + lane; i < r; i += lanes) x[i] -= room.at(i, j) * x[j];
    __syncwarp();
  }
  for (int j = r - 1; j >= 0; --j) {
    if (lane == 0) x[j] /= room.at(j, j);
    __syncwarp();
    for (int i = lane; i < j; i += lanes) x[i] -= room.at(j, i) * x[j];
    __syncwarp();
  }
}

__device__ void change_accelerations(const NewtonStep& work, const BendingPart& part,
                                     const Room& room) {
  const int lane = static_cast<int>(threadIdx.x), r = part.modes;
  for (int j = lane; j < r; j += lanes) {
    float left = work.forces.data[part.first_coordinate + j];
    for (int k = 0; k < r; ++k) left -= room.pull_back[j * r + k];
    room.change[j] = left;
  }
  __syncwarp();
  factorize(room, r, lane);
  solve(room, r, lane);
  const float share = work.allowed({room.change, r}, part);
  for (int j = lane; j < r; j += lanes)
    work.accelerations.data[part.first_coordinate + j] += share * room.change[j];
}

__global__ void __launch_bounds__(threads) run_newton(int iterations, const Newton work) {
  extern __shared__ float shared[];
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  const CubicPart cubic = work.step.cubics.data[blockIdx.x];
  const BendingPart part = work.step.parts.data[cubic.part];
  const Room room(shared, part.modes);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    for (int k = static_cast<int>(threadIdx.x); k < part.modes; k += threads) {
      room.q[k] = work.tangent.q(part, k);
      room.accelerations[k] = work.step.accelerations.data[part.first_coordinate + k];
    }
    __syncthreads();
    compute_matrix(work, cubic, part.modes, room);
    __syncthreads();
    if (threadIdx.x < lanes) change_accelerations(work.step, part, room);
    __syncthreads();
  }
}

}  // namespace

void launch_newton_team(const Exec& exec, const char* label, int iterations, int max_modes,
                        const Newton& work) {
  if (work.step.cubics.size <= 0) return;
  const std::size_t bytes = sizeof(float) * Room::floats(max_modes);
  if (exec.timeline()) exec.timeline()->enter(label);
  check_launch(cudaFuncSetAttribute(run_newton, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               label);
  launch_overlapping(exec, label, work.step.cubics.size, threads, bytes, run_newton, iterations,
                     work);
}

#else

void launch_newton_team(const Exec&, const char* label, int, int, const Newton&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
