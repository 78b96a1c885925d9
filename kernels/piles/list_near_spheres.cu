// The lists of near spheres on the GPU: eight lanes a sphere, which look at eight others at a time
// and keep them in the order in which one thread would (near_spheres.h).

#include "kernels/launch_on_cuda.h"
#include "kernels/piles/near_spheres.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int lanes = 8;
constexpr int threads = 128;
constexpr int teams = threads / lanes;

/// The shear springs of a sphere while its list is made.
struct Held {
  int ids[ShearSprings::most_slots];
  glm::vec3 stretches_m[ShearSprings::most_slots];
};

struct Range {
  int begin = 0, end = 0;
};

struct Team {
  int lane = static_cast<int>(threadIdx.x) % lanes;
  unsigned mask = 0xffu << (threadIdx.x % 32u / lanes * lanes);

  /// How many of the lanes before this one say yes; and of all.
  __device__ int rank(bool yes, int& all) const {
    const unsigned votes = __ballot_sync(mask, yes) & mask;
    all = __popc(votes);
    return __popc(votes & (1u << threadIdx.x % 32u) - 1u);
  }
};

__device__ int hold_springs(const Team& team, const ListNearSpheres& work, int i, Held& held) {
  int count = 0;
  for (int first = 0; first < ShearSprings::most_slots; first += lanes) {
    const int s = first + team.lane;
    const bool use = work.springs.in_use(s, i);
    int all;
    const int place = count + team.rank(use, all);
    if (use) {
      held.ids[place] = work.ids.data[s * work.counts.size + i];
      held.stretches_m[place] = work.springs.stretch_m(s, i);
    }
    count += all;
  }
  __syncwarp(team.mask);
  return count;
}

__device__ void list(const Team& team, const ListNearSpheres& work, int i, Held& held) {
  const int held_count = hold_springs(team, work, i, held);
  const SpherePlace here = work.places.data[i];
  const float reach_2 = work.rows.size_m * work.rows.size_m;
  int listed = 0, used = 0;
  // Each lane looks up the ranges of one row of cells, the first one those of two; all at once.
  Range main[2], wrapped[2];
  for (int row = team.lane, k = 0; row < 9; row += lanes, ++k)
    cells_of_row(work.rows, work.first, here.position_m, row, main[k].begin, main[k].end,
                 wrapped[k].begin, wrapped[k].end);
  for (int row = 0; row < 9; ++row) {
    const int k = row / lanes, from = row % lanes;
    const auto told = [&](int value) { return __shfl_sync(team.mask, value, from, lanes); };
    const Range a{told(main[k].begin), told(main[k].end)};
    const Range b{told(wrapped[k].begin), told(wrapped[k].end)};
    const int in_a = a.end - a.begin, total = in_a + b.end - b.begin;
    for (int c = 0; c < total; c += lanes) {
      const int mine = c + team.lane;
      int j = -1;
      bool near = false;
      if (mine < total) {
        j = work.items.data[mine < in_a ? a.begin + mine : b.begin + mine - in_a];
        const SpherePlace there = work.places.data[j];
        const glm::vec3 apart = here.position_m - there.position_m;
        near = there.body != here.body && glm::dot(apart, apart) < reach_2;
      }
      int all;
      const int s = listed + team.rank(near, all);
      listed += all;
      if (!near || s >= NearSpheres::most) continue;
      work.ids.data[s * work.counts.size + i] = j;
      for (int h = 0; h < held_count && work.springs.has(s); ++h) {
        if (held.ids[h] != j) continue;
        work.springs.keep(s, i, held.stretches_m[h], used);
        break;
      }
    }
  }
  for (int step = 1; step < lanes; step *= 2) used |= __shfl_xor_sync(team.mask, used, step, lanes);
  if (team.lane != 0) return;
  work.springs.used.data[i] = used;
  work.counts.data[i] = listed;
  work.listed_at.data[i] = here;
}

__global__ void __launch_bounds__(threads) list_near_spheres(const ListNearSpheres work) {
  __shared__ Held held[teams];
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (work.stale.data[0] == 0) return;
  const int team = static_cast<int>(threadIdx.x) / lanes;
  const int i = static_cast<int>(blockIdx.x) * teams + team;
  if (i < work.counts.size) list(Team{}, work, i, held[team]);
}

}  // namespace

void list_near_spheres_on_cuda(const Exec& exec, const char* label, const ListNearSpheres& work) {
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_overlapping(exec, label, (work.counts.size + teams - 1) / teams, threads, 0,
                     list_near_spheres, work);
}

#else

void list_near_spheres_on_cuda(const Exec&, const char* label, const ListNearSpheres&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
