#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/piles/peel.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// Finds the voxels inside closed surfaces by depth peeling on the backend.
class DepthPeeling {
 public:
  explicit DepthPeeling(const Exec& exec);

  /// A surface with an even number of triangles at every edge.
  void add(const TriangleMesh& surface);

  /// For each voxel, 1 if its centre is inside at least one of the surfaces, else 0; at x +
  /// count.x * (y + count.y * z). The surfaces must lie within the block; `largest_m` bounds the
  /// magnitude of all x and y coordinates. Waits for the solver.
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
  Buffer<LayerDepth> entry_, exit_;  ///< one depth per column, with spare capacity
  Buffer<int> entered_;
};

}  // namespace limber
