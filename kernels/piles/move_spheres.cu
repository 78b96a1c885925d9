#include "kernels/piles/move_spheres.h"

#include "kernels/launch_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int threads = 128;

/// Each lane of a team computes the whole sum, in the order of the one-thread version.
template <int lanes>
__device__ BodyPush add_up(const UpdateMomenta& work, int first, int last, unsigned mask,
                           int lane) {
  const auto from = [&](const glm::vec3& v, int source) {
    return glm::vec3(__shfl_sync(mask, v.x, source, lanes), __shfl_sync(mask, v.y, source, lanes),
                     __shfl_sync(mask, v.z, source, lanes));
  };
  BodyPush push;
  for (int begin = first; begin < last; begin += lanes) {
    SphereForce mine;
    if (begin + lane < last) mine = work.forces.data[begin + lane];
    for (int source = 0; source < lanes && begin + source < last; ++source) {
      push.force_N += from(mine.force_N, source);
      push.torque_N_m += from(mine.torque_N_m, source);
    }
  }
  return push;
}

template <int lanes>
__global__ void __launch_bounds__(threads) move_spheres(const MoveSpheres work) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  const int b = static_cast<int>(blockIdx.x * (threads / lanes) + threadIdx.x / lanes);
  if (b >= work.poses.poses.size) return;
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  const unsigned mask =
      lanes == 32 ? ~0u : ((1u << lanes % 32) - 1u) << (threadIdx.x % 32 / lanes * lanes);
  const int first = work.momenta.first_sphere.data[b];
  const int last = work.momenta.first_sphere.data[b + 1];
  const BodyMomentum momentum =
      work.momenta.updated(b, add_up<lanes>(work.momenta, first, last, mask, lane));
  const Pose pose = work.poses.moved(b, momentum);
  const BodyInertia inertia = work.momenta.inertias.data[b];
  __syncwarp(mask);  // all lanes have read what lane 0 overwrites
  if (lane == 0) {
    work.momenta.momenta.data[b] = momentum;
    work.poses.poses.data[b] = pose;
  }
  for (int i = first + lane; i < last; i += lanes) work.values.write(i, pose, momentum, inertia);
}

template <int lanes>
void launch_teams(const Exec& exec, const char* label, const MoveSpheres& work) {
  constexpr int bodies_per_block = threads / lanes;
  launch_overlapping(exec, label, (work.poses.poses.size + bodies_per_block - 1) / bodies_per_block,
                     threads, 0, move_spheres<lanes>, work);
}

}  // namespace

void move_spheres_on_cuda(const Exec& exec, const char* label, int spheres_per_body,
                          const MoveSpheres& work) {
  if (exec.timeline()) exec.timeline()->enter(label);
  if (spheres_per_body <= 1)
    launch_teams<1>(exec, label, work);
  else if (spheres_per_body <= 4)
    launch_teams<4>(exec, label, work);
  else if (spheres_per_body <= 8)
    launch_teams<8>(exec, label, work);
  else
    launch_teams<32>(exec, label, work);
}

#else

void move_spheres_on_cuda(const Exec&, const char* label, int, const MoveSpheres&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
