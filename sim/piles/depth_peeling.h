#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/piles/peel.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// Finds the voxels inside of closed surfaces by drawing these layer by layer where a solver runs.
class DepthPeeling {
 public:
  explicit DepthPeeling(const Exec& exec);

  /// A surface with an even number of triangles at every edge.
  void add(const TriangleMesh& surface);

  /// For each voxel, 1 where its centre is inside of one of the surfaces or more, else 0; at x +
  /// count.x * (y + count.y * z). The surfaces lie within the block, and no coordinate is larger
  /// than `largest_m`. Waits for the solver.
  std::vector<std::uint8_t> inside(const VoxelBlock& block, float largest_m);

 private:
  struct Surface {
    Buffer<glm::vec3> positions_m;
    Buffer<glm::uvec3> triangles;
  };
  void peel(const Surface& surface, const VoxelBlock& block, float largest_m,
            View<std::uint8_t> inside);

  const Exec& exec_;
  std::vector<Surface> surfaces_;
  Buffer<LayerDepth> entry_, exit_;  ///< a depth a column, or more of them
  Buffer<int> entered_;
};

}  // namespace limber
