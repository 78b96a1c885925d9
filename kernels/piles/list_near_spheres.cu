// The lists of near spheres on the GPU: eight lanes per sphere test eight candidates at a time and
// keep the order of the one-thread version (near_spheres.h).

#include <algorithm>

#include "kernels/launch_on_cuda.h"
#include "kernels/piles/near_spheres.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int lanes = 8;
constexpr int threads = 128;
constexpr int teams = threads / lanes;
/// Blocks loop over spheres: starting more of them costs time when no list is stale.
constexpr int max_blocks = 4096;

struct Range {
  int begin = 0, end = 0;
};

/// Eight lanes of a warp. Its four teams run in lockstep: each waits when another diverges.
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

/// Index of id among the `more` entries after NearSpheres::max_count; `more` if it is not found.
__device__ int place_in_extra(const ListNearSpheres& work, int i, int id, int more) {
  const int* const begin = work.extra_ids.data + work.springs.extra.at(i, NearSpheres::max_count);
  int place = 0;
  while (place < more && begin[place] != id) ++place;
  return place;
}

/// The springs of a sphere while its list is rebuilt: each lane holds every eighth.
template <bool rolling>
struct Held {
  static constexpr int of_lane = ShearSprings::max_slots / lanes;
  int ids[of_lane] = {-1, -1, -1, -1};  ///< -1: not in use
  glm::vec3 shears_m[of_lane], rolls_m[rolling ? of_lane : 1];

  __device__ void load(const Team& team, const ListNearSpheres& work, int i) {
#pragma unroll
    for (int k = 0; k < of_lane; ++k) {
      const int s = k * lanes + team.lane;
      const bool use = work.springs.in_use(s, i);  // s < max_slots: has a bit
      ids[k] = use ? work.ids.data[s * work.counts.size + i] : -1;
      if (!use) continue;
      const Stretch stretch = work.springs.stretch(s, i);
      shears_m[k] = stretch.shear_m;
      if constexpr (rolling) rolls_m[k] = stretch.roll_m;
    }
  }
  /// Moves them to their neighbours' new slots; returns the bits of the slots in use.
  __device__ int store(const ListNearSpheres& work, int i, const int* listed_ids, int listed,
                       int more) const {
    int used = 0;
#pragma unroll
    for (int k = 0; k < of_lane; ++k) {
      if (ids[k] < 0) continue;
      int s = 0;
      while (s < listed && listed_ids[s] != ids[k]) ++s;
      if (s == listed && more > 0) s += place_in_extra(work, i, ids[k], more);
      if (s >= listed + more || !work.springs.has(s, i)) continue;
      Stretch stretch{shears_m[k]};
      if constexpr (rolling) stretch.roll_m = rolls_m[k];
      work.springs.keep(s, i, stretch, used);
    }
    return used;
  }
};

/// The same for the springs in extra room, as ListNearSpheres does with one thread.
__device__ int store_extra(const Team& team, const ListNearSpheres& work, int i,
                           const int* listed_ids, int listed, int more) {
  int used = 0;
  const int end = work.springs.extra.first.data[i + 1];
  for (int at = work.springs.extra.first.data[i] + team.lane; at < end; at += lanes) {
    const int id = work.aside_ids.data[at];
    if (id < 0) continue;
    int s = 0;
    while (s < listed && listed_ids[s] != id) ++s;
    if (s == listed) s += place_in_extra(work, i, id, more);
    if (s < listed + more) work.springs.keep(s, i, work.aside(at), used);
  }
  return used;
}

/// there: whether there is a sphere i.
template <bool mixed, bool rolling>
__device__ void list(const Team& team, const ListNearSpheres& work, bool there, int i,
                     int* listed_ids) {
  Held<rolling> held;
  SpherePlace here{};
  Range main[2], next[2];
  int extra = 0, room = NearSpheres::max_count;
  if (there) {
    held.load(team, work, i);
    extra = work.springs.extra.of(i);
    room = NearSpheres::room(NearSpheres::max_count, work.springs.extra, i);
    for (int s = team.lane; s < extra; s += lanes) work.hold_extra(i, ExtraRoom::begin + s);
    here = work.places.data[i];
    // Each lane looks up the ranges of one row of cells, and lane 0 those of two.
#pragma unroll
    for (int k = 0; k < 2; ++k)
      if (k * lanes + team.lane < 9)
        cells_of_row(work.rows, work.first, work.rows.cell_of(here.position_m),
                     k * lanes + team.lane, main[k].begin, main[k].end, next[k].begin, next[k].end);
  }
  const float one_size_m2 = work.reach.max_m * work.reach.max_m;
  int listed = 0;
#pragma unroll
  for (int row = 0; row < 9; ++row) {
    const int turn = row / lanes, from = row % lanes;
    const auto told = [&](int value) { return __shfl_sync(~0u, value, from, lanes); };
    const Range a{told(main[turn].begin), told(main[turn].end)};
    const Range b{told(next[turn].begin), told(next[turn].end)};
    const int in_a = a.end - a.begin, total = in_a + b.end - b.begin;
    for (int c = team.lane; __any_sync(~0u, c - team.lane < total); c += lanes) {
      const int k = c < in_a ? a.begin + c : b.begin + c - in_a;
      bool near = false;
      if (c < total) {
        const SpherePlace other = work.sorted.data[k];
        const glm::vec3 apart = here.position_m - other.position_m;
        const float apart_m2 = glm::dot(apart, apart);
        near = other.body != here.body &&
               (mixed ? work.reach.holds(i, work.items, k, apart_m2) : apart_m2 < one_size_m2);
      }
      int all;
      const int s = listed + team.rank(near, all);
      listed += all;
      if (near && s < NearSpheres::max_count)
        listed_ids[s] = work.items.data[k];
      else if (near && s < room)
        work.extra_ids.data[work.springs.extra.at(i, s)] = work.items.data[k];
    }
  }
  __syncwarp();
  const int kept = listed < NearSpheres::max_count ? listed : NearSpheres::max_count;
  const int more = (listed < room ? listed : room) - kept;
  int used = 0;
  if (there) {
    for (int s = team.lane; s < kept; s += lanes)
      work.ids.data[s * work.counts.size + i] = listed_ids[s];
    used = held.store(work, i, listed_ids, kept, more);
    if (extra > 0) used |= store_extra(team, work, i, listed_ids, kept, more);
  }
  for (int step = 1; step < lanes; step *= 2) used |= __shfl_xor_sync(~0u, used, step, lanes);
  __syncwarp();  // the team's next sphere reuses listed_ids
  if (!there || team.lane != 0) return;
  work.springs.used.data[i] = used;
  work.counts.data[i] = listed;
  work.listed_at.data[i] = here;
}

/// mixed: spheres may differ in size; rolling: there are springs against rolling. The compiler
/// removes the code of a disabled feature.
template <bool mixed, bool rolling>
__global__ void __launch_bounds__(threads, 10) list_near_spheres(const ListNearSpheres all_work) {
  __shared__ int listed_ids[teams][NearSpheres::max_count];
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (all_work.stale.data[0] == 0) return;
  ListNearSpheres work = all_work;
  if constexpr (!mixed) {
    work.reach.radii_m = {};
    work.springs.extra = {};
  }
  if constexpr (!rolling) work.springs.rolls_m = work.springs.extra_rolls_m = {};
  const int team = static_cast<int>(threadIdx.x) / lanes;
  const int spheres = work.counts.size, all = static_cast<int>(gridDim.x) * teams;
  for (int first = static_cast<int>(blockIdx.x) * teams; first < spheres; first += all)
    list<mixed, rolling>(Team{}, work, first + team < spheres, first + team, listed_ids[team]);
}

}  // namespace

void list_near_spheres_on_cuda(const Exec& exec, const char* label, const ListNearSpheres& work) {
  if (exec.timeline()) exec.timeline()->enter(label);
  const int blocks = std::min((work.counts.size + teams - 1) / teams, max_blocks);
  const bool mixed = !work.reach.radii_m.empty(), rolling = !work.springs.rolls_m.empty();
  const auto kernel = mixed
                          ? rolling ? list_near_spheres<true, true> : list_near_spheres<true, false>
                      : rolling ? list_near_spheres<false, true>
                                : list_near_spheres<false, false>;
  launch_overlapping(exec, label, blocks, threads, 0, kernel, work);
}

#else

void list_near_spheres_on_cuda(const Exec&, const char* label, const ListNearSpheres&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
