// The lists of near spheres on the GPU, with shared memory for what the threads find: one thread
// per sphere where there are many spheres, eight where that would leave most of the GPU idle.

#include <algorithm>

#include "kernels/launch_on_cuda.h"
#include "kernels/piles/near_spheres.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int threads = 128;
constexpr int lanes = 8;
constexpr int enough_spheres = 1 << 17;  ///< for one thread each
/// Blocks loop over spheres: starting more of them costs time when no list is stale.
constexpr int max_blocks = 4096;

/// The compiler removes the code of a disabled feature. mixed: spheres may differ in size; extra:
/// some may have extra room.
template <bool mixed, bool extra>
__device__ ListNearSpheres with_features(ListNearSpheres work) {
  if constexpr (!mixed) work.reach.radii_m = {};
  if constexpr (!extra) work.springs.extra = {};
  return work;
}

/// A thread's column of the block's memory.
struct FoundColumn {
  int* first;
  __device__ int& operator[](int k) const { return first[k * threads]; }
};

template <bool mixed, bool extra>
__global__ void __launch_bounds__(threads) list_by_threads(const ListNearSpheres all_work) {
  __shared__ int found[ListNearSpheres::max_found * threads];
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (all_work.stale.data[0] == 0) return;
  const ListNearSpheres work = with_features<mixed, extra>(all_work);
  const int all = static_cast<int>(gridDim.x) * threads;
  for (int k = static_cast<int>(blockIdx.x * threads + threadIdx.x); k < work.counts.size; k += all)
    work.list(work.sphere(k), FoundColumn{found + threadIdx.x});
}

/// Eight lanes of a warp.
struct Team {
  int lane = static_cast<int>(threadIdx.x) % lanes;
  int first_bit = static_cast<int>(threadIdx.x) % 32 / lanes * lanes;

  /// Counts the yes votes of the lanes before this one; all: those of all lanes.
  __device__ int rank(bool yes, int& all) const {
    const unsigned votes = __ballot_sync(~0u, yes) >> first_bit & (1u << lanes) - 1u;
    all = __popc(votes);
    return __popc(votes & (1u << lane) - 1u);
  }
};

struct Range {
  int begin = 0, end = 0;
};

/// Calls visit(k, near) in each lane for every eighth index into the sorted spheres in the cells
/// around sphere i, by all lanes of the warp together; near: whether that one is near. there:
/// whether there is a sphere i.
template <class Visit>
__device__ void visit_by_team(const Team& team, const ListNearSpheres& work, bool there, int i,
                              const Visit& visit) {
  Range main[2], next[2];
  SpherePlace here{};
  float radius_m = 0.0f;
  if (there) {
    here = work.places.data[i];
    radius_m = work.radius_m(i);
    // Each lane looks up the ranges of one row of cells, and lane 0 those of two.
#pragma unroll
    for (int k = 0; k < 2; ++k)
      if (k * lanes + team.lane < 9)
        cells_of_row(work.rows, work.first, work.rows.cell_of(here.position_m),
                     k * lanes + team.lane, main[k].begin, main[k].end, next[k].begin, next[k].end);
  }
#pragma unroll
  for (int row = 0; row < 9; ++row) {
    const int turn = row / lanes, from = row % lanes;
    const auto told = [&](int value) { return __shfl_sync(~0u, value, from, lanes); };
    const Range a{told(main[turn].begin), told(main[turn].end)};
    const Range b{told(next[turn].begin), told(next[turn].end)};
    const int in_a = a.end - a.begin, total = in_a + b.end - b.begin;
    for (int c = team.lane; __any_sync(~0u, c - team.lane < total); c += lanes) {
      const int k = c < in_a ? a.begin + c : b.begin + c - in_a;
      visit(k, c < total && work.is_near(here, radius_m, k));
    }
  }
}

/// As ListNearSpheres::list(). found: memory for NearSpheres::max_count entries.
template <bool extra>
__device__ void list(const Team& team, const ListNearSpheres& work, bool there, int i, int* found) {
  constexpr int room = NearSpheres::max_count, none = -1;
  int in_extra = extra && there ? work.extra_springs(i, team.lane, lanes) : 0;
  for (int step = 1; step < lanes; step *= 2)
    in_extra += __shfl_xor_sync(~0u, in_extra, step, lanes);
  int held = there && team.lane == 0 ? work.gather_springs(i, in_extra) : 0;
  held = __shfl_sync(~0u, held, 0, lanes);
  __syncwarp();
  const bool direct = extra && there && work.springs.extra.of(i) > 0;
  int near = direct ? held : 0;
  visit_by_team(team, work, there, i, [&](int k, bool is_near) {
    const int j = is_near ? work.items.data[k] : none;
    if constexpr (extra) is_near = is_near && !(direct && work.is_held(i, held, j));
    int all;
    const int s = near + team.rank(is_near, all);
    near += all;
    if (!is_near) return;
    if (direct)
      work.put(i, s, j);
    else if (s < room)
      found[s] = j;
  });
  __syncwarp();
  const int known = direct ? 0 : min(near, room);
  for (int h = team.lane; h < (direct ? 0 : held); h += lanes) {
    const int j = work.ids.data[h * work.counts.size + i];
    for (int s = 0; s < known; ++s)
      if (found[s] == j) found[s] = none;
  }
  __syncwarp();
  int listed = held;
  for (int s = team.lane; __any_sync(~0u, s - team.lane < known); s += lanes) {
    const int j = s < known ? found[s] : none;
    int all;
    const int slot = listed + team.rank(j != none, all);
    listed += all;
    if (j != none && slot < room) work.ids.data[slot * work.counts.size + i] = j;
  }
  if (there && team.lane == 0) work.close(i, direct || near > room ? near : listed);
  __syncwarp();  // the team's next sphere reuses `found`
}

template <bool mixed, bool extra>
__global__ void __launch_bounds__(threads) list_by_teams(const ListNearSpheres all_work) {
  constexpr int teams = threads / lanes;
  __shared__ int found_by[teams][NearSpheres::max_count];
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (all_work.stale.data[0] == 0) return;
  const ListNearSpheres work = with_features<mixed, extra>(all_work);
  const Team team;
  int* const found = found_by[threadIdx.x / lanes];
  const int spheres = work.counts.size, all = static_cast<int>(gridDim.x) * teams;
  for (int first = static_cast<int>(blockIdx.x) * teams; first < spheres; first += all) {
    const int i = first + static_cast<int>(threadIdx.x) / lanes;
    list<extra>(team, work, i < spheres, i, found);
  }
}

}  // namespace

void list_near_spheres_on_cuda(const Exec& exec, const char* label, const ListNearSpheres& work) {
  if (exec.timeline()) exec.timeline()->enter(label);
  const bool mixed = work.reach.mixed(), extra = !work.springs.extra.first.empty();
  const bool alone = !extra && work.counts.size >= enough_spheres;
  const auto kernel = extra   ? list_by_teams<true, true>
                      : mixed ? alone ? list_by_threads<true, false> : list_by_teams<true, false>
                      : alone ? list_by_threads<false, false>
                              : list_by_teams<false, false>;
  const int spheres_per_block = alone ? threads : threads / lanes;
  const int blocks =
      std::min((work.counts.size + spheres_per_block - 1) / spheres_per_block, max_blocks);
  launch_overlapping(exec, label, blocks, threads, 0, kernel, work);
}

#else

void list_near_spheres_on_cuda(const Exec&, const char* label, const ListNearSpheres&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
