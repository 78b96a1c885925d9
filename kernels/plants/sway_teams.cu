// Levels of parts: a block per part in the sweep to the roots, a warp per part on the way back.

#include "kernels/plants/sway_teams.h"

#include <algorithm>

#include "kernels/launch_on_cuda.h"
#include "kernels/plants/uq.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int lanes = 32, half_warp = 16;
constexpr unsigned all_lanes = ~0u;
constexpr int small_block = 64;  ///< distributes few parts over all multiprocessors

__device__ void wait_for_the_kernel_before() {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

/// Gathers six components, one per lane from `lane` on.
__device__ Spatial from_six(float value, int lane) {
  const auto of = [&](int k) { return __shfl_sync(all_lanes, value, lane + k); };
  return {{of(0), of(1), of(2)}, {of(3), of(4), of(5)}};
}

/// Sum over `width` consecutive lanes, a power of two. All lanes of the warp must participate.
__device__ float sum_of_lanes(float value, int width) {
  for (int distance = width / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(all_lanes, value, distance);
  return value;
}

/// Half a warp per part: one lane per wind face, then one lane per mode.
__global__ void __launch_bounds__(small_block) begin_sway(const BeginSway work) {
  static_assert(max_wind_faces <= half_warp);
  wait_for_the_kernel_before();
  const int thread = static_cast<int>(blockIdx.x * small_block + threadIdx.x);
  const int i = thread / half_warp, lane = thread % half_warp;
  if (i < work.load.mounts.size && work.blows && lane < max_wind_faces)
    work.on_faces(i * max_wind_faces + lane);
  __syncwarp();
  if (i >= work.load.mounts.size) return;
  if (i < work.load_carrier.parts.size) {
    const BendingPart part = whole(work.load_carrier.parts, i);
    for (int k = lane; k < part.modes; k += half_warp) {
      if (work.blows) work.on_modes(part.first_coordinate + k);
      work.predict(part.first_coordinate + k);
    }
  }
  if (lane > 0) return;
  const View<PartHold> holds = work.pull.holds;
  for (int h = 0; h < holds.size; ++h)
    if (holds.data[h].part == i) work.pull(h);
  work.load(i);
  if (i >= work.load_carrier.parts.size) work.load_carrier(i - work.load_carrier.first_part);
}

/// Teams of a block's threads, for one part: a team's lanes process its modes, and the teams
/// process mounted parts or rows in turn.
template <int threads>
struct Teams {
  static constexpr int min_width = 8;
  static constexpr int max_count = threads / min_width;
  int width = min_width;  ///< lanes of a team, a power of two
  int lane, team, count;

  __device__ explicit Teams(int modes) {
    while (width < modes && width < lanes) width *= 2;
    lane = static_cast<int>(threadIdx.x) % width;
    team = static_cast<int>(threadIdx.x) / width;
    count = threads / width;
  }
  /// The same for all teams, so that whole warps participate in the sums.
  __device__ int rounds(int items) const { return (items + count - 1) / count; }
};

/// Values per mode of a part, in shared memory.
struct OfModes {
  float *rest, *forces, *accelerations;
  static int floats(int max_modes) { return 3 * max_modes; }
  __device__ OfModes(float* room, int max_modes)
      : rest(room), forces(room + max_modes), accelerations(forces + max_modes) {}
};

/// Forces of modes on modes: one team per row, one lane per entry.
template <int threads>
__device__ void sum_by_modes(const GatherForces& work, const Teams<threads>& teams,
                             const BendingPart& part, const glm::vec3& spin, float* rest) {
  for (int round = 0; round < teams.rounds(part.modes); ++round) {
    const int k = round * teams.count + teams.team;
    float sum = 0.0f;
    if (k < part.modes)
      for (int l = teams.lane; l < part.modes; l += teams.width)
        sum += work.by_mode(part, k, l, spin);
    sum = sum_of_lanes(sum, teams.width);
    if (k < part.modes && teams.lane == 0) rest[k] = sum;
  }
}

template <int threads>
__device__ void solve_rows(const SolveModes& work, const Teams<threads>& teams,
                           const BendingPart& part, const OfModes& modes) {
  for (int round = 0; round < teams.rounds(part.modes); ++round) {
    const int k = round * teams.count + teams.team;
    float sum = 0.0f;
    if (k < part.modes && !work.begins_newton(part))
      for (int l = teams.lane; l < part.modes; l += teams.width)
        sum += work.inverse(part, k, l) * modes.forces[l];
    sum = sum_of_lanes(sum, teams.width);
    if (k >= part.modes || teams.lane > 0) continue;
    if (work.begins_newton(part)) sum = work.acceleration(part, k, {});
    modes.accelerations[k] = sum;
    work.accelerations.data[part.first_coordinate + k] = sum;
  }
}

/// Run by the first warp.
__device__ Spatial own_inertia(const LoadCarrier& work, const BendingPart& part,
                               const float* accelerations) {
  float sums[6] = {};
  for (int k = static_cast<int>(threadIdx.x); k < part.modes; k += lanes)
    for (int row = 0; row < 6; ++row) sums[row] += work.coupling(part, row, k) * accelerations[k];
  for (float& sum : sums) sum = sum_of_lanes(sum, lanes);
  return {{sums[0], sums[1], sums[2]}, {sums[3], sums[4], sums[5]}};
}

template <int threads>
__global__ void __launch_bounds__(threads) solve_level(int max_modes, const SolveLevel work) {
  extern __shared__ float room[];
  __shared__ GatherForces::Sums by_team[threads];
  __shared__ LoadCarrier::Wrenches wrenches[Teams<threads>::max_count];
  const OfModes modes(room, max_modes);
  const int p = work.load_carrier.first_part + static_cast<int>(blockIdx.x);
  const BendingPart part = whole(work.gather.parts, p);
  const Teams<threads> teams(part.modes);
  wait_for_the_kernel_before();

  const glm::vec3 spin = work.gather.motions.data[p].spin_rad_s;
  sum_by_modes(work.gather, teams, part, spin, modes.rest);
  LoadCarrier::Wrenches carried{};
  for (int first = 0; first < part.modes; first += teams.width) {
    const int k = first + teams.lane;
    GatherForces::Sums sums;
#pragma unroll 4
    for (int n = teams.team; n < part.mounted; n += teams.count) {
      const CarriedLoad got = whole(work.gather.carried_loads, part.first_mounted + n);
      if (k < part.modes) work.gather.add_mounted(sums, part, k, got);
      if (first == 0) work.load_carrier.add_mounted(carried, got);
    }
    by_team[threadIdx.x] = sums;
    if (first == 0 && teams.lane == 0) wrenches[teams.team] = carried;
    __syncthreads();
    if (teams.team == 0 && k < part.modes) {
      GatherForces::Sums all{0.0f, modes.rest[k]};
      for (int team = 0; team < teams.count; ++team) {
        all.load += by_team[team * teams.width + teams.lane].load;
        all.rest += by_team[team * teams.width + teams.lane].rest;
      }
      const float force = work.gather.force(p, part, k, spin, all);
      modes.forces[k] = force;
      work.gather.forces.data[part.first_coordinate + k] = force;
    }
    __syncthreads();
  }
  solve_rows(work.solve, teams, part, modes);
  __syncthreads();
  if (threadIdx.x >= lanes) return;
  const Spatial inertia = own_inertia(work.load_carrier, part, modes.accelerations);
  if (threadIdx.x > 0) return;
  const PartLoad load = whole(work.load_carrier.loads, p);
  LoadCarrier::Wrenches sums{{load.force_N, load.torque_N_m}, inertia};
  for (int team = 0; team < teams.count; ++team) sums.add(wrenches[team]);
  work.load_carrier.store_on_carrier(p, sums);
}

__global__ void __launch_bounds__(small_block) move_level(int parts, const MoveLevel work) {
  wait_for_the_kernel_before();
  const int thread = static_cast<int>(blockIdx.x * small_block + threadIdx.x);
  if (thread / lanes >= parts) return;
  const int lane = thread % lanes, p = work.follow.first_part + thread / lanes;
  const Mount mount = whole(work.follow.mounts, p);
  Spatial frame = work.follow.frame_accelerations.data[p];
  if (mount.carrier >= 0) {
    const BendingPart carrier = whole(work.follow.parts, mount.carrier);
    const View<const float> of[3] = {work.follow.now.q, work.follow.now.velocity,
                                     work.follow.now.acceleration};
    const float row =
        lane < 18 ? row_at_pivot(work.follow.attachments, mount, carrier, of[lane / 6], lane % 6)
                  : 0.0f;
    const Spatial moved = from_six(row, 0), rate = from_six(row, 6), more = from_six(row, 12);
    frame = work.follow.accelerated(mount, more);
    if (lane == 0) {
      work.follow.place(p, mount, moved, rate);
      work.follow.frame_accelerations.data[p] = frame;
    }
  }
  const BendingPart part = whole(work.follow.parts, p);
  for (int k = lane; k < part.modes; k += lanes) work.move.move(part, k, frame);
}

/// Half a warp per rigid part, which only follows its carrier.
__global__ void __launch_bounds__(small_block) move_rigid(int parts, const FollowCarrier work) {
  wait_for_the_kernel_before();
  const int thread = static_cast<int>(blockIdx.x * small_block + threadIdx.x);
  const int lane = thread % half_warp, i = thread / half_warp;
  const int p = work.first_part + (i < parts ? i : parts - 1);  // the shuffles need whole warps
  const Mount mount = whole(work.mounts, p);
  float row = 0.0f;
  if (mount.carrier >= 0 && lane < 12)
    row = row_at_pivot(work.attachments, mount, whole(work.parts, mount.carrier),
                       lane < 6 ? work.now.q : work.now.velocity, lane % 6);
  const int first = static_cast<int>(threadIdx.x) % lanes / half_warp * half_warp;
  const Spatial moved = from_six(row, first), rate = from_six(row, first + 6);
  if (i < parts && lane == 0 && mount.carrier >= 0) work.place(p, mount, moved, rate);
}

int blocks_for(int threads) { return (threads + small_block - 1) / small_block; }

template <int threads>
void launch_blocks(const Exec& exec, const char* label, int parts, int max_modes,
                   const SolveLevel& work) {
  launch_overlapping(exec, label, parts, threads, sizeof(float) * OfModes::floats(max_modes),
                     solve_level<threads>, max_modes, work);
}

}  // namespace

void launch_begin_sway(const Exec& exec, const char* label, const BeginSway& work) {
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_overlapping(exec, label, blocks_for(half_warp * work.load.mounts.size), small_block, 0,
                     begin_sway, work);
}

void launch_solve_level(const Exec& exec, const char* label, int parts, int max_modes,
                        const SolveLevel& work) {
  if (parts <= 0) return;
  const int few_parts = 4 * device::info().multiprocessors;  // resident blocks of 256 threads
  if (exec.timeline()) exec.timeline()->enter(label);
  if (parts <= few_parts)
    launch_blocks<256>(exec, label, parts, max_modes, work);
  else
    launch_blocks<small_block>(exec, label, parts, max_modes, work);
}

void launch_move_level(const Exec& exec, const char* label, int parts, const MoveLevel& work) {
  if (parts <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_overlapping(exec, label, blocks_for(lanes * parts), small_block, 0, move_level, parts,
                     work);
}

void launch_move_rigid(const Exec& exec, const char* label, int parts, const FollowCarrier& work) {
  if (parts <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_overlapping(exec, label, blocks_for(half_warp * parts), small_block, 0, move_rigid, parts,
                     work);
}

#else

void launch_begin_sway(const Exec&, const char* label, const BeginSway&) {
  refuse_without_cuda(label);
}

void launch_solve_level(const Exec&, const char* label, int, int, const SolveLevel&) {
  refuse_without_cuda(label);
}

void launch_move_level(const Exec&, const char* label, int, const MoveLevel&) {
  refuse_without_cuda(label);
}

void launch_move_rigid(const Exec&, const char* label, int, const FollowCarrier&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
