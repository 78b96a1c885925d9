// PushRigidPoints and PushRigidTouches with several threads per body on the GPU.

#include "kernels/joints/push_points.h"

#include "kernels/launch_on_cuda.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#endif

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int push_threads = 128;

/// The threads that share the points of a body.
template <int lanes>
using Tile = cooperative_groups::thread_block_tile<lanes>;

template <int lanes, class T>
__device__ T sum_of_lanes(const Tile<lanes>& tile, T sum) {
  for (int half = lanes / 2; half > 0; half /= 2) sum += tile.shfl_xor(sum, half);
  return sum;
}
template <int lanes>
__device__ glm::dvec3 sum_of_lanes(const Tile<lanes>& tile, const glm::dvec3& sum) {
  return {sum_of_lanes<lanes>(tile, sum.x), sum_of_lanes<lanes>(tile, sum.y),
          sum_of_lanes<lanes>(tile, sum.z)};
}

/// Adds the sum of what all lanes have.
template <int lanes>
__device__ void add_of_lanes(const Tile<lanes>& tile, const RigidMomentum& own,
                             RigidMomentum& momentum) {
  momentum.linear_kg_m_s += sum_of_lanes<lanes>(tile, own.linear_kg_m_s);
  momentum.angular_kg_m2_s += sum_of_lanes<lanes>(tile, own.angular_kg_m2_s);
}

template <int lanes>
__device__ void run(const PushRigidPoints& body, int b, const Tile<lanes>& tile) {
  if (body.bodies.touches[b] == 0) return;
  const int lane = static_cast<int>(tile.thread_rank());
  const int first = body.bodies.first[b] + lane, last = body.bodies.first[b + 1];
  RigidMomentum change;
  int parts = 0, moved = 0;
  for (int i = first; i < last; i += lanes)
    if (body.take(b, i, parts, change)) moved = 1;
  parts = sum_of_lanes<lanes>(tile, parts);
  if (tile.any(moved)) {
    RigidMomentum momentum = body.momenta[b];
    add_of_lanes<lanes>(tile, change, momentum);
    if (lane == 0) body.momenta[b] = momentum;
  }
  for (int i = first; i < last; i += lanes) body.pushing[i] = parts;
}

/// Returns how many points of body b touch.
template <int lanes>
__device__ int list_touches(const PushRigidTouches& body, int b, const Tile<lanes>& tile) {
  const int lane = static_cast<int>(tile.thread_rank());
  const int begin = body.bodies.first[b], end = body.bodies.first[b + 1];
  int count = 0;
  for (int from = begin; from < end; from += lanes) {
    const int i = from + lane;
    const bool touches = i < end && body.touches[i].touches != 0;
    const unsigned all = tile.ballot(touches);
    if (touches) body.listed.points[begin + count + __popc(all & ((1u << lane) - 1u))] = i;
    count += __popc(all);
  }
  if (lane == 0) body.listed.counts[b] = count;
  tile.sync();
  return count;
}

/// Points push one after the other, as on a CPU; most do not, and all lanes look for the next that
/// does.
template <int lanes>
__device__ void run(const PushRigidTouches& body, int b, const Tile<lanes>& tile) {
  const RigidInertia inertia = body.bodies.inertias[b];
  if (!inertia.moves()) return;
  const int lane = static_cast<int>(tile.thread_rank()), begin = body.bodies.first[b];
  const int count = body.lists ? list_touches<lanes>(body, b, tile) : body.listed.counts[b];
  if (count == 0) return;
  RigidMomentum momentum = body.momenta[b];
  if (body.warm_starts) {
    RigidMomentum start;
    for (int k = lane; k < count; k += lanes) {
      const int i = body.listed.points[begin + k];
      PushRigidTouches::add(start, body.touches[i].impulse_N_s, body.lever_m(i, b));
    }
    add_of_lanes<lanes>(tile, start, momentum);
  }
  for (int sweep = 0; sweep < PushRigidTouches::sweeps; ++sweep)
    for (int from = 0; from < count; from += lanes) {
      const bool there = from + lane < count;
      const int i = body.listed.points[begin + (there ? from + lane : 0)];
      RigidTouch touch = body.touches[i];
      const glm::dvec3 arm_m = body.lever_m(i, b);
      bool changed = false;
      for (unsigned left = tile.ballot(there); left != 0;) {
        left &= tile.ballot(body.pushes(touch, b, inertia, arm_m, momentum));
        if (left == 0) break;
        const int turn = __ffs(static_cast<int>(left)) - 1;
        if (lane == turn) {
          touch.impulse_N_s = body.pushed(touch, b, inertia, arm_m, momentum);
          changed = true;
        }
        for (int k = 0; k < 3; ++k) {
          momentum.linear_kg_m_s[k] = tile.shfl(momentum.linear_kg_m_s[k], turn);
          momentum.angular_kg_m2_s[k] = tile.shfl(momentum.angular_kg_m2_s[k], turn);
        }
        // Later points that did not push before may do so now.
        left = tile.ballot(there && lane > turn);
      }
      if (changed) body.touches[i].impulse_N_s = touch.impulse_N_s;
    }
  if (lane == 0) body.momenta[b] = momentum;
}

template <int lanes, class Body>
__global__ void __launch_bounds__(push_threads) push(int bodies, const Body body) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  const Tile<lanes> tile =
      cooperative_groups::tiled_partition<lanes>(cooperative_groups::this_thread_block());
  const int b = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / lanes;
  if (b < bodies) run<lanes>(body, b, tile);
}

template <int lanes, class Body>
void launch_with_lanes(const Exec& exec, const char* label, int bodies, const Body& body) {
  constexpr int at_once = push_threads / lanes;
  launch_overlapping(exec, label, (bodies + at_once - 1) / at_once, push_threads, 0,
                     push<lanes, Body>, bodies, body);
}

}  // namespace

template <class Body>
void launch_with_lanes_on_cuda(const Exec& exec, const char* label, int bodies, const Body& body) {
  if (bodies <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  // Fewer bodies than fill the GPU get more threads each, whatever the size of most.
  constexpr int few = 4096;
  if (bodies > few && body.bodies.points.size < 32 * bodies)
    launch_with_lanes<8>(exec, label, bodies, body);
  else
    launch_with_lanes<32>(exec, label, bodies, body);
}

#else

template <class Body>
void launch_with_lanes_on_cuda(const Exec&, const char* label, int, const Body&) {
  refuse_without_cuda(label);
}

#endif

template void launch_with_lanes_on_cuda(const Exec&, const char*, int, const PushRigidPoints&);
template void launch_with_lanes_on_cuda(const Exec&, const char*, int, const PushRigidTouches&);

}  // namespace limber
