// PushRigidPoints with several threads per body on the GPU.

#include "kernels/joints/push_points.h"

#include "kernels/launch_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int push_threads = 128;
constexpr unsigned warp = 0xffffffffu;

template <int lanes, class T>
__device__ T sum_of_lanes(T sum) {
  for (int half = lanes / 2; half > 0; half /= 2) sum += __shfl_xor_sync(warp, sum, half);
  return sum;
}
template <int lanes>
__device__ glm::dvec3 sum_of_lanes(const glm::dvec3& sum) {
  return {sum_of_lanes<lanes>(sum.x), sum_of_lanes<lanes>(sum.y), sum_of_lanes<lanes>(sum.z)};
}

/// lanes: threads that share the points of a body.
template <int lanes>
__global__ void __launch_bounds__(push_threads)
    push_points(int bodies, const PushRigidPoints body) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int b = thread / lanes;
  const bool touches = b < bodies && body.bodies.touches[b] != 0;
  const int first = touches ? body.bodies.first[b] + thread % lanes : 0;
  const int last = touches ? body.bodies.first[b + 1] : 0;
  RigidMomentum change;
  int parts = 0, moved = 0;
  for (int i = first; i < last; i += lanes)
    if (body.take(b, i, parts, change)) moved = 1;
  parts = sum_of_lanes<lanes>(parts);
  moved = sum_of_lanes<lanes>(moved);
  change = {sum_of_lanes<lanes>(change.linear_kg_m_s), sum_of_lanes<lanes>(change.angular_kg_m2_s)};
  if (moved != 0 && thread % lanes == 0) {
    body.momenta[b].linear_kg_m_s += change.linear_kg_m_s;
    body.momenta[b].angular_kg_m2_s += change.angular_kg_m2_s;
  }
  for (int i = first; i < last; i += lanes) body.pushing[i] = parts;
}

template <int lanes>
void launch_with_lanes(const Exec& exec, const char* label, int bodies,
                       const PushRigidPoints& body) {
  constexpr int at_once = push_threads / lanes;
  launch_overlapping(exec, label, (bodies + at_once - 1) / at_once, push_threads, 0,
                     push_points<lanes>, bodies, body);
}

}  // namespace

void launch_push_points_on_cuda(const Exec& exec, const char* label, int bodies,
                                const PushRigidPoints& body) {
  if (bodies <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  if (body.bodies.points.size < 32 * bodies)
    launch_with_lanes<8>(exec, label, bodies, body);
  else
    launch_with_lanes<32>(exec, label, bodies, body);
}

#else

void launch_push_points_on_cuda(const Exec&, const char* label, int, const PushRigidPoints&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
