// U q of all parts in one launch, and the vertices' world positions.

#include "kernels/plants/fused_uq.h"

#include "kernels/launch_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int fused_threads = 256;
constexpr int quads_at_once = 6;  ///< of eight modes: 96 bytes in flight per thread
#ifdef LIMBER_PARITY
constexpr int max_threads_a_vertex = 1;  // more would change the order of the sum
#else
constexpr int max_threads_a_vertex = 4;
#endif
constexpr int few_quads = 4;  ///< of a vertex: more are worth another thread
/// Minimum per multiprocessor, which allows 64 registers per thread.
constexpr int blocks_at_once = 4;

template <bool streaming>
__device__ Quad4 load_mode_quad(const Quad4* from) {
  const auto* address = reinterpret_cast<const float4*>(from);
  const float4 v = streaming ? __ldcs(address) : __ldg(address);
  return {{v.x, v.y, v.z, v.w}};
}

/// The part's pose, read together with q; not needed for displacements alone.
struct NoPose {};
__device__ NoPose pose_of(const DisplaceVertices&, const DeformedPart&) { return {}; }
__device__ Pose pose_of(const DeformVertices& body, const DeformedPart& part) {
  return whole(body.poses, part.frame);
}

__device__ void store(const DisplaceVertices& body, int i, NoPose, const glm::vec3&,
                      const glm::vec3& u_m) {
  body.displacements_m.data[i] = {u_m, 0.0f};
}
__device__ void store(const DeformVertices& body, int i, const Pose& pose, const glm::vec3& rest_m,
                      const glm::vec3& u_m) {
  body.placed_m.data[i] = placed_in_world(pose, rest_m, u_m);
}

template <class Body, int team, bool streaming>
__global__ void __launch_bounds__(fused_threads, blocks_at_once)
    deform_fused(int vertices, const Body body) {
  constexpr int vertices_per_warp = 32 / team;
  const int thread = static_cast<int>(blockIdx.x * fused_threads + threadIdx.x);
  const int lane = thread % 32;
  const int i = thread / 32 * vertices_per_warp + lane % vertices_per_warp;
  const int vertex = i < vertices ? i : vertices - 1;  // the shuffles need whole warps
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  const DeformedParts& system = body.system;
  const DeformedPart part = whole(system.parts, system.part_of_vertex.data[vertex]);
  const int local = vertex - part.first_vertex;
  const int quads = quads_per_vertex(part.modes);
  const QuadsOfVertex at = quads_of(part, local);
  const Quad4* const from = system.modes.data + at.first;
  Quad4 now[quads_at_once];
  const auto fetch = [&](int k) {
#pragma unroll
    for (int m = 0; m < quads_at_once; ++m)
      now[m] = k + m < quads ? load_mode_quad<streaming>(from + (k + m) * at.stride) : Quad4{};
  };
  const int first = lane / vertices_per_warp * quads_at_once;
  fetch(first);
  const glm::vec3 rest_m = whole(system.rest_m, part.first_rest + local).xyz;
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();  // q and poses: a preceding kernel may write them
#endif
  const auto pose = pose_of(body, part);
  const auto* q = reinterpret_cast<const Quad4*>(body.coordinates.data + part.first_coordinate);
  glm::vec3 u_m(0.0f);
  for (int k = first; k < quads; k += team * quads_at_once) {
    if (k != first) fetch(k);
    add_modes(u_m, now[0], now[1], now[2], q[k / 3]);
    if (k + 3 < quads) add_modes(u_m, now[3], now[4], now[5], q[k / 3 + 1]);
  }
#pragma unroll
  for (int half = 16; half >= vertices_per_warp; half /= 2) {
    u_m.x += __shfl_down_sync(0xffffffffu, u_m.x, half);
    u_m.y += __shfl_down_sync(0xffffffffu, u_m.y, half);
    u_m.z += __shfl_down_sync(0xffffffffu, u_m.z, half);
  }
  if (i < vertices && lane < vertices_per_warp) store(body, i, pose, rest_m, u_m);
}

/// Size of the GPU's L2 cache.
double cache_bytes() {
  static const double bytes = [] {
    int device = 0, size = 0;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&size, cudaDevAttrL2CacheSize, device) != cudaSuccess)
      size = 0;
    return static_cast<double>(size);
  }();
  return bytes;
}

template <class Body, int team>
void launch_with_team(const Exec& exec, const char* label, int vertices, const Body& body) {
  constexpr int vertices_per_block = fused_threads / team;
  const int blocks = (vertices + vertices_per_block - 1) / vertices_per_block;
  const double bytes = static_cast<double>(sizeof(Quad4)) * body.system.modes.size;
  // Half of the cache is left to the frame's other data.
  const auto kernel = bytes > 0.5 * cache_bytes() ? deform_fused<Body, team, true>
                                                  : deform_fused<Body, team, false>;
  launch_overlapping(exec, label, blocks, fused_threads, 0, kernel, vertices, body);
}

/// More than one while multiprocessors would be idle.
int threads_per_vertex(int vertices, double quads) {
  const int threads_at_once = device::info().multiprocessors * blocks_at_once * fused_threads;
  int team = 1;
  while (team < max_threads_a_vertex && team * few_quads < quads &&
         2.0 * team * vertices <= threads_at_once)
    team *= 2;
  return team;
}

template <class Body>
void launch_fused(const Exec& exec, const char* label, int vertices, double quads,
                  const Body& body) {
  if (vertices <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  switch (threads_per_vertex(vertices, quads)) {
    case 1:
      return launch_with_team<Body, 1>(exec, label, vertices, body);
    case 2:
      return launch_with_team<Body, 2>(exec, label, vertices, body);
    default:
      return launch_with_team<Body, 4>(exec, label, vertices, body);
  }
}

}  // namespace

void launch_fused_on_cuda(const Exec& exec, const char* label, int vertices, double quads,
                          const DeformVertices& body) {
  launch_fused(exec, label, vertices, quads, body);
}

void launch_fused_on_cuda(const Exec& exec, const char* label, int vertices, double quads,
                          const DisplaceVertices& body) {
  launch_fused(exec, label, vertices, quads, body);
}

#else

void launch_fused_on_cuda(const Exec&, const char* label, int, double, const DeformVertices&) {
  refuse_without_cuda(label);
}

void launch_fused_on_cuda(const Exec&, const char* label, int, double, const DisplaceVertices&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
