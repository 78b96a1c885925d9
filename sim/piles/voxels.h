#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <vector>

#include "kernels/piles/voxel_rays.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/piles/depth_peeling.h"

namespace limber {

/// A block of cubes, and which of them have their centre inside a surface.
struct VoxelGrid : VoxelBlock {
  std::vector<std::uint8_t> inside;  ///< 0 or 1, at x + count.x * (y + count.y * z)

  /// False for voxels beyond the grid.
  bool is_inside(const glm::ivec3& voxel) const;
  /// Whether the voxel is inside and one of its six neighbours is not.
  bool is_surface(const glm::ivec3& voxel) const;
};

/// All voxels inside, or only those at the surface.
enum class VoxelChoice { solid, surface };

/// The voxels in the order of VoxelGrid::inside.
std::vector<glm::ivec3> chosen_voxels(const VoxelGrid& grid, VoxelChoice choice);

/// Turns a closed surface into voxels, for any number of grids.
class Voxelizer {
 public:
  /// The edge-connected parts of the surface may intersect and contain each other: the inside is
  /// the union of theirs, so a cavity counts as filled. name: of the mesh, for messages. peel_on:
  /// where to run depth peeling, must outlive this; null: ray parity on the host, with the same
  /// result. Throws Error(bad_input) if the surface is open, has no triangles with an area, or has
  /// a vertex that is not finite.
  Voxelizer(const TriangleMesh& mesh, std::string name, const Exec* peel_on = nullptr);

  /// Voxels of `edge_m` around the whole mesh; the middle of the mesh's bounds lies `shift` edges
  /// above the centre of a voxel, along each axis. A voxel is inside if the ray along z through its
  /// centre crosses a part's surface an odd number of times at or before the centre. Deterministic,
  /// with an exact test of which rays cross which triangles. Throws Error(bad_input) if edge_m is
  /// not finite and above 0, or for more than 16,777,216 voxels.
  VoxelGrid voxels(float edge_m, const glm::vec3& shift = glm::vec3(0.0f)) const;

  const std::string& name() const { return name_; }
  const glm::vec3& low_m() const { return low_m_; }
  const glm::vec3& high_m() const { return high_m_; }
  double volume_m3() const { return volume_m3_; }  ///< sum over the parts: overlaps count twice

 private:
  std::string name_;
  std::vector<TriangleMesh> parts_;
  std::unique_ptr<DepthPeeling> peeling_;  ///< null: ray parity
  glm::vec3 low_m_, high_m_;
  double volume_m3_ = 0.0;
};

}  // namespace limber
