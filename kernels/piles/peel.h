#pragma once

// Depth peeling [Everitt01], which [Harada07, figure 29-4] uses to find the inside of a mesh. Each
// pass draws all triangles and keeps, for each ray, the nearest crossing behind the previous layer;
// a ray is inside between an odd layer and the next.
//
// A depth is a pair of the first voxel behind the crossing and the triangle, so that two crossings
// in the same voxel are separate layers. These are integers: their order does not depend on
// rounding or on races.

#include <atomic>
#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/voxel_rays.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// (voxel, triangle + 1), in this order.
using LayerDepth = unsigned long long;

inline constexpr LayerDepth before_all = 0, behind_all = ~LayerDepth{0};

LIMBER_HD inline int voxel_at(LayerDepth depth) { return static_cast<int>(depth >> 32); }

LIMBER_HD inline void atomic_min(LayerDepth& value, LayerDepth other) {
#ifdef __CUDA_ARCH__
  atomicMin(&value, other);
#else
  std::atomic_ref<LayerDepth> shared(value);
  LayerDepth seen = shared.load(std::memory_order_relaxed);
  while (other < seen && !shared.compare_exchange_weak(seen, other, std::memory_order_relaxed)) {
  }
#endif
}

struct FillLayer {
  LayerDepth depth;
  View<LayerDepth> layer;  ///< one depth per column
  LIMBER_HD void operator()(int column) const { layer[column] = depth; }
};

/// Draws a triangle into the layer behind `passed`.
struct PeelLayer {
  static constexpr int grain = 16;
  VoxelBlock block;
  float largest_m;
  View<const glm::vec3> positions_m;
  View<const glm::uvec3> triangles;
  View<const LayerDepth> passed;
  View<LayerDepth> nearest;  ///< initially behind_all

  LIMBER_HD void operator()(int i) const {
    const glm::uvec3 t = triangles[i];
    const Triangle triangle{positions_m[static_cast<int>(t.x)], positions_m[static_cast<int>(t.y)],
                            positions_m[static_cast<int>(t.z)]};
    for_crossings(block, triangle, largest_m, [&](int column, int z) {
      const LayerDepth depth = static_cast<LayerDepth>(z) << 32 | static_cast<unsigned>(i + 1);
      if (depth > passed[column]) atomic_min(nearest[column], depth);
    });
  }
};

/// Marks the voxels between an odd layer and the even one behind it.
struct FillBetweenLayers {
  VoxelBlock block;
  View<const LayerDepth> entry, exit;
  View<std::uint8_t> inside;  ///< 0 or 1, at column + block.columns() * z
  View<int> entered;          ///< one flag, raised if any ray has such layers

  LIMBER_HD void operator()(int column) const {
    if (entry[column] == behind_all) return;
    raise_flag(entered[0]);
    for (int z = voxel_at(entry[column]); z < voxel_at(exit[column]); ++z)
      inside[column + block.columns() * z] = 1;
  }
};

}  // namespace limber
