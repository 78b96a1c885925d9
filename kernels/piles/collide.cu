#include "kernels/piles/collide.h"

#include "kernels/launch_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int threads = 128;
constexpr int blocks_at_once = 8;  // memory-bound: occupancy matters more than registers

template <int lanes>
__device__ CollideSpheres::Share of_lane(const CollideSpheres::Share& mine, int step) {
  const auto other = [step](auto value) { return __shfl_xor_sync(~0u, value, step, lanes); };
  const auto other3 = [&](const glm::vec3& v) {
    return glm::vec3(other(v.x), other(v.y), other(v.z));
  };
  CollideSpheres::Share share;
  share.force.force_N = other3(mine.force.force_N);
  share.force.torque_N_m = other3(mine.force.torque_N_m);
  share.force.overlap_m = other(mine.force.overlap_m);
  share.force.contacts = other(mine.force.contacts);
  share.used = other(mine.used);
  share.collider_used = other(mine.collider_used);
  return share;
}

/// mixed: some spheres may have extra room; rolling: there are springs against rolling. The
/// compiler removes the code of a disabled feature.
template <bool mixed, bool rolling, int lanes>
__global__ void __launch_bounds__(threads, blocks_at_once)
    collide_spheres(const CollideSpheres all_work) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  CollideSpheres work = all_work;
  if constexpr (!mixed) work.near.extra = work.springs.extra = {};
  work.collider_springs.extra = {};
  if constexpr (!rolling) {
    work.law.rolling_stiffness_N_m = 0.0f;
    work.springs.rolls_m = work.springs.extra_rolls_m = work.collider_springs.rolls_m = {};
  }
  const int thread = static_cast<int>(blockIdx.x * threads + threadIdx.x);
  const int i = thread / lanes, lane = thread % lanes;
  const bool there = i < work.forces.size;
  CollideSpheres::Share sum;
  if (there) sum = work.share(i, lane, lanes);
  for (int step = 1; step < lanes; step *= 2) sum = sum + of_lane<lanes>(sum, step);
  if (there && lane == 0) work.keep(i, sum);
}

template <int lanes>
void launch_with(const Exec& exec, const char* label, const CollideSpheres& work) {
  constexpr int spheres_per_block = threads / lanes;
  const bool mixed = !work.springs.extra.first.empty(), rolling = !work.springs.rolls_m.empty();
  const auto kernel =
      mixed     ? rolling ? collide_spheres<true, true, lanes> : collide_spheres<true, false, lanes>
          : rolling ? collide_spheres<false, true, lanes>
                : collide_spheres<false, false, lanes>;
  launch_overlapping(exec, label, (work.forces.size + spheres_per_block - 1) / spheres_per_block,
                     threads, 0, kernel, work);
}

}  // namespace

void collide_spheres_on_cuda(const Exec& exec, const char* label, const CollideSpheres& work) {
  if (exec.timeline()) exec.timeline()->enter(label);
  if (CollideSpheres::lanes_for(work.forces.size) == CollideSpheres::few_lanes)
    launch_with<CollideSpheres::few_lanes>(exec, label, work);
  else
    launch_with<CollideSpheres::many_lanes>(exec, label, work);
}

#else

void collide_spheres_on_cuda(const Exec&, const char* label, const CollideSpheres&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
