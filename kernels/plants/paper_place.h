#pragma once

// x = T (rest + u) as [Wang20, section 4.4 and figure 10] compute it on the GPU, to compare
// with: a thread one row of T times one vertex, so eight vertices a warp; T and the positions
// lie in shared memory, which threads of a block fill together, and which data each of them
// loads is known beforehand. GPU only; its two halves are functions that the host can run,
// too.
//
// Where this differs, it must:
// - Poses are turned into matrices on the GPU, a thread a pose, in a launch of its own. The paper's
//   processor does that and sends 4x4 matrices; here poses may come from kernels, and to bring them
//   to the processor and back would cost more than all the rest.
// - "at least 4 vertices" an object do not keep a warp to two of them (parts of 5 put three into
//   the second warp), and our parts may have one. A block has room for a matrix a vertex, and its
//   threads go on loading until all are there. Where the paper's bound holds, they load as there.
// - The fourth row of T only gives back w = 1. Its thread stores the length of u in that place, as
//   all ways here do.

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/plants/uq.h"

namespace limber {

inline constexpr int paper_place_threads = 512;
/// A block's: the paper's N.
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

/// What threads of a block share, figure 10.
struct PaperPlaceMemory {
  Transform transforms[paper_place_vertices];
  Quad4 positions[paper_place_vertices];  ///< rest + u
};

/// x = T (rest + u) of all vertices, blocks of paper_place_vertices one after the other. A block
/// first runs load() with each of its threads, then store().
struct PaperPlace {
  View<const Transform> transforms;
  int loads_a_block;
  View<const int> loads;                     ///< which transforms, block after block; -1: none
  View<const std::uint8_t> transform_of;     ///< of a vertex, among its block's
  View<const Quad4> rest_m;                  ///< (x, y, z, 1) of each vertex; parts share nothing
  View<const Vec3AndValue> displacements_m;  ///< their values are 0
  View<Vec3AndValue> placed_m;

  /// What a thread keeps for itself.
  struct Kept {
    int transform = 0;
    float displaced_m = 0.0f;
  };

  int blocks() const { return (placed_m.size + paper_place_vertices - 1) / paper_place_vertices; }

  LIMBER_HD Kept load(int block, int thread, PaperPlaceMemory& memory) const {
    for (int i = thread; i < 16 * loads_a_block; i += paper_place_threads) {
      const int frame = loads[block * loads_a_block + i / 16];
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

/// These throw Error(unavailable) with the label when CUDA refuses the launch. None of them starts
/// before what came earlier on the stream has ended.
void launch_transforms_on_cuda(const Exec& exec, const char* label, const PackTransforms& body);
void launch_paper_place_on_cuda(const Exec& exec, const char* label, const PaperPlace& body);

}  // namespace limber
