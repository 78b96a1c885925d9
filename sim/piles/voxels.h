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

/// A block of cubes, and which of them have their centre inside of a surface.
struct VoxelGrid : VoxelBlock {
  std::vector<std::uint8_t> inside;  ///< 0 or 1, at x + count.x * (y + count.y * z)

  /// What lies beyond the grid is outside.
  bool is_inside(const glm::ivec3& voxel) const;
  /// Whether it is inside and one of its six neighbours is not.
  bool is_surface(const glm::ivec3& voxel) const;
};

/// Which voxels of a grid there are: all that are inside, or only those of them at the surface.
enum class VoxelChoice { solid, surface };

/// The voxels in the order of VoxelGrid::inside.
std::vector<glm::ivec3> chosen_voxels(const VoxelGrid& grid, VoxelChoice choice);

/// Turns a closed surface into voxels, as often as wanted.
class Voxelizer {
 public:
  /// Parts of the surface that hang together by edges may cross and lie inside of each other: what
  /// is inside of one of them is inside, so a cavity counts as filled.
  /// name: of the mesh, for messages. Throws Error(bad_input) where the surface is open, has no
  /// triangles, or a vertex is not at a finite place. peel_on: finds what is inside by depth
  /// peeling there, and must outlive this; null: by ray parity, here. Both find the same.
  Voxelizer(const TriangleMesh& mesh, std::string name, const Exec* peel_on = nullptr);

  /// Voxels of `edge_m` around the whole mesh; the middle of the mesh's box lies `shift` edges
  /// above a voxel's centre, along each axis. Inside is a voxel whose centre has an odd number of
  /// crossings of a part's surface at or before it on the ray through it along z. Deterministic,
  /// and exact in which rays cross which triangles. Throws
  /// Error(bad_input) where edge_m is not finite and above 0, or there would be more than
  /// 16,777,216 voxels.
  VoxelGrid voxels(float edge_m, const glm::vec3& shift = glm::vec3(0.0f)) const;

  const std::string& name() const { return name_; }
  const glm::vec3& low_m() const { return low_m_; }
  const glm::vec3& high_m() const { return high_m_; }
  double volume_m3() const { return volume_m3_; }  ///< the sum over the parts, overlaps twice

 private:
  std::string name_;
  std::vector<TriangleMesh> parts_;
  std::unique_ptr<DepthPeeling> peeling_;  ///< null: ray parity
  glm::vec3 low_m_, high_m_;
  double volume_m3_ = 0.0;
};

}  // namespace limber
