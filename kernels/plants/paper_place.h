#pragma once

// x = T (rest + u) as [Wang20, section 4.4 and figure 10] compute it on the GPU, for comparison.
// Each thread computes one row of T times one vertex, so eight vertices per warp; T and the
// positions are in shared memory, filled by all threads of a block from precomputed load lists.
// GPU only; its two halves are functions that also run on the host.
//
// Necessary differences from the paper:
// - Poses are converted to matrices on the GPU, one thread per pose, in a separate launch. In the
//   paper, the CPU does that and uploads 4x4 matrices; here poses may come from kernels, and a
//   round trip to the CPU would cost more than all the rest.
// - "At least 4 vertices" per object does not limit a warp to two objects (parts of 5 put three in
//   the second warp), and our parts may have one vertex. A block has room for one matrix per
//   vertex, and its threads load until all are there. Within the paper's bound, they load as there.
// - The fourth row of T only yields w = 1. Its thread stores the length of u in that place, like
//   all variants here.

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/plants/uq.h"

namespace limber {

inline constexpr int paper_place_threads = 512;
/// Per block: the paper's N.
inline constexpr int paper_place_vertices = paper_place_threads / 4;

/// A 4x4 matrix, row after row, for columns (x, y, z, 1).
struct alignas(16) Transform {
  Quad4 rows[4];
};

/// T of each pose.
struct PackTransforms {
  View<const Pose> poses;
  View<Transform> transforms;

  LIMBER_HD void operator()(int i) const {
    const Pose pose = whole(poses, i);
    const glm::vec3 x = rotated(pose.quaternion, {1.0f, 0.0f, 0.0f});
    const glm::vec3 y = rotated(pose.quaternion, {0.0f, 1.0f, 0.0f});
    const glm::vec3 z = rotated(pose.quaternion, {0.0f, 0.0f, 1.0f});
    const glm::vec3& at = pose.position_m;
    transforms[i] = {{{{x.x, y.x, z.x, at.x}},
                      {{x.y, y.y, z.y, at.y}},
                      {{x.z, y.z, z.z, at.z}},
                      {{0.0f, 0.0f, 0.0f, 1.0f}}}};
  }
};

/// Shared memory of a block, figure 10.
struct PaperPlaceMemory {
  Transform transforms[paper_place_vertices];
  Quad4 positions[paper_place_vertices];  ///< rest + u
};

/// x = T (rest + u) of all vertices, in consecutive blocks of paper_place_vertices. All threads of
/// a block run load() before any runs store().
struct PaperPlace {
  View<const Transform> transforms;
  int loads_per_block;
  View<const int> loads;                     ///< which transforms, block after block; -1: none
  View<const std::uint8_t> transform_of;     ///< of each vertex, index in its block
  View<const Quad4> rest_m;                  ///< (x, y, z, 1) of each vertex; not shared by parts
  View<const Vec3AndValue> displacements_m;  ///< their values are 0
  View<Vec3AndValue> placed_m;

  /// A thread's registers between load() and store().
  struct Kept {
    int transform = 0;
    float displaced_m = 0.0f;
  };

  int blocks() const { return (placed_m.size + paper_place_vertices - 1) / paper_place_vertices; }

  LIMBER_HD Kept load(int block, int thread, PaperPlaceMemory& memory) const {
    for (int i = thread; i < 16 * loads_per_block; i += paper_place_threads) {
      const int frame = loads[block * loads_per_block + i / 16];
      if (frame >= 0)
        memory.transforms[i / 16].rows[i % 16 / 4].at[i % 4] =
            transforms[frame].rows[i % 16 / 4].at[i % 4];
    }
    const int vertex = block * paper_place_vertices + thread / 4, k = thread % 4;
    if (vertex >= placed_m.size) return {};
    const float u = reinterpret_cast<const float*>(displacements_m.data + vertex)[k];
    memory.positions[thread / 4].at[k] = rest_m[vertex].at[k] + u;
    const glm::vec3 all = k == 3 ? whole(displacements_m, vertex).xyz : glm::vec3(0.0f);
    return {transform_of[vertex], glm::sqrt(glm::dot(all, all))};
  }

  LIMBER_HD void store(int block, int thread, const PaperPlaceMemory& memory,
                       const Kept& kept) const {
    const int vertex = block * paper_place_vertices + thread / 4, k = thread % 4;
    if (vertex >= placed_m.size) return;
    const Quad4 row = memory.transforms[kept.transform].rows[k];
    const Quad4 at = memory.positions[thread / 4];
    const float x =
        row.at[0] * at.at[0] + row.at[1] * at.at[1] + row.at[2] * at.at[2] + row.at[3] * at.at[3];
    reinterpret_cast<float*>(placed_m.data + vertex)[k] = k == 3 ? kept.displaced_m : x;
  }
};

/// These throw Error(unavailable) with the label when CUDA refuses the launch. They do not overlap
/// earlier work on the stream.
void launch_transforms_on_cuda(const Exec& exec, const char* label, const PackTransforms& body);
void launch_paper_place_on_cuda(const Exec& exec, const char* label, const PaperPlace& body);

}  // namespace limber
