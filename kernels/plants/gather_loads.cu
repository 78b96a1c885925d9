// Impulses of contacts on parts of plants, one warp per part on the GPU.

#include "kernels/plants/gather_loads.h"

#include "kernels/launch_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int gather_threads = 128;
constexpr int warp = 32;

__global__ void __launch_bounds__(gather_threads)
    gather_loads(View<const int> flag, int parts, const GatherContactLoads body) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (!flag.empty() && flag[0] == 0) return;
  const int p = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / warp;
  const int lane = static_cast<int>(threadIdx.x) % warp;
  if (p >= parts) return;
  const BendingPart part = body.part_of(p);
  for (int k = lane; k < part.modes; k += warp) body.modes_N[part.first_coordinate + k] = 0.0f;
  PartLoad load;
  const int last = body.last_of(p);
  for (int first = body.reaches[p].first_point; first < last; first += warp) {
    const int own = first + lane;
    const glm::vec3 change = own < last ? body.changes_N_s[own] : glm::vec3(0.0f);
    unsigned some = __ballot_sync(0xffffffffu, change != glm::vec3(0.0f));
    for (; some != 0; some &= some - 1) {
      const int from = __ffs(static_cast<int>(some)) - 1;
      const glm::vec3 its(__shfl_sync(0xffffffffu, change.x, from),
                          __shfl_sync(0xffffffffu, change.y, from),
                          __shfl_sync(0xffffffffu, change.z, from));
      body.add(p, part, first + from, its, lane, warp, load);
    }
  }
  if (lane == 0) body.loads[p] = load;
}

}  // namespace

void launch_gather_loads_on_cuda(const Exec& exec, const char* label, View<const int> flag,
                                 int parts, const GatherContactLoads& body) {
  constexpr int at_once = gather_threads / warp;
  if (parts <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_overlapping(exec, label, (parts + at_once - 1) / at_once, gather_threads, 0, gather_loads,
                     flag, parts, body);
}

#else

void launch_gather_loads_on_cuda(const Exec&, const char* label, View<const int>, int,
                                 const GatherContactLoads&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
