#pragma once

#include <glm/glm.hpp>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "render/leveled_mesh.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/publish.h"

namespace limber {

/// Pose of an instance of a mesh, in double precision, so that results are rounded only once.
struct CopyPose {
  glm::dvec3 position_m{0.0};
  glm::dvec4 quaternion{0.0, 0.0, 0.0, 1.0};  ///< (x, y, z, w), unit length

  glm::vec3 in_world_m(const glm::vec3& in_mesh_m) const;
};

/// One drawn body: a mesh in world space, or instances of a mesh.
struct DrawnObject {
  std::string name;
  std::span<const glm::vec3> positions_m;
  std::span<const glm::uvec3> triangles;  ///< into positions_m
  std::span<const CopyPose> copies;       ///< empty: the mesh is in world space
  bool changes = false;                   ///< has a different mesh every frame: a fluid's surface

  std::size_t copy_count() const { return copies.empty() ? 1 : copies.size(); }
  std::size_t vertex_count() const { return copy_count() * positions_m.size(); }
  std::size_t triangle_count() const { return copy_count() * triangles.size(); }
};

/// A draw list, split into bodies:
/// - surface<P>: part P of the published surfaces; surface<P>.<K> for each connected component, up
///   to a limit. Vertices are in published order; those without a triangle are left out.
/// - instance<P>.<K>: rigid instance K of instanced part P, at full detail.
/// - spheres<P>.<K>: all spheres of body K, if shown in place of the instances, or if no instance
///   has a mesh.
/// - fluid<N>: the surface of fluid N, if it has particles.
/// - collider<N>: static scenery, then moving scenery. The ground, an infinite plane, is not
///   included.
class DrawnObjects {
 public:
  /// vertices: as published for the list. fluids: surfaces of its fluids, in order; missing ones
  /// are left out. max_pieces: a part with more components is not split. The list must outlive this
  /// object.
  DrawnObjects(const DrawList& list, std::span<const PublishedVertex> vertices, bool as_spheres,
               std::vector<TriangleMesh> fluids = {},
               std::size_t max_pieces = std::numeric_limits<std::size_t>::max());
  DrawnObjects(const DrawnObjects&) = delete;
  DrawnObjects& operator=(const DrawnObjects&) = delete;

  const std::vector<DrawnObject>& objects() const { return objects_; }

 private:
  void add_surfaces(const DrawList& list, std::span<const PublishedVertex> vertices,
                    std::size_t max_pieces);
  void add_instances(const std::vector<InstancedPart>& parts,
                     std::span<const PublishedVertex> vertices);
  void add_spheres(const DrawList& list, std::span<const PublishedVertex> vertices);
  void add_fluids();
  void add_scenery(const DrawList& list, std::span<const PublishedVertex> vertices);
  std::span<const CopyPose> poses_of(const InstancedPart& part,
                                     std::span<const PublishedVertex> vertices);
  std::span<const CopyPose> kept(std::vector<CopyPose> poses);

  std::vector<DrawnObject> objects_;
  // Storage behind the objects' spans; never reallocated afterwards.
  std::vector<glm::vec3> positions_m_;
  std::vector<glm::uvec3> triangles_;
  std::vector<std::unique_ptr<const std::vector<CopyPose>>> copies_;
  std::vector<std::unique_ptr<const LeveledMesh>> spheres_;
  std::vector<TriangleMesh> fluids_;
};

}  // namespace limber
