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

/// Where a copy of a mesh stands, in double precision: what is made of it is rounded once.
struct CopyPose {
  glm::dvec3 position_m{0.0};
  glm::dvec4 quaternion{0.0, 0.0, 0.0, 1.0};  ///< (x, y, z, w), unit length

  glm::vec3 in_world_m(const glm::vec3& in_mesh_m) const;
};

/// One body of what is drawn: a mesh as it lies, or copies of one.
struct DrawnObject {
  std::string name;
  std::span<const glm::vec3> positions_m;
  std::span<const glm::uvec3> triangles;  ///< into positions_m
  std::span<const CopyPose> copies;       ///< none: the mesh as it lies
  bool changes = false;                   ///< another mesh every frame: a fluid's surface

  std::size_t copy_count() const { return copies.empty() ? 1 : copies.size(); }
  std::size_t vertex_count() const { return copy_count() * positions_m.size(); }
  std::size_t triangle_count() const { return copy_count() * triangles.size(); }
};

/// What a draw list shows, taken apart into bodies:
/// - surface<P>: part P of the published surfaces; where it does not hang together by its vertices,
///   surface<P>.<K> for each piece, up to a limit. Vertices are in published order; those that no
///   triangle has are left out.
/// - instance<P>.<K>: rigid copy K of instanced part P, in full detail.
/// - spheres<P>.<K>: all spheres of body K, if they are shown in the instances' place, or if no
///   instance has a mesh.
/// - fluid<N>: the surface of fluid N, if it has particles.
/// - collider<N>: scenery, and then scenery that moves.
/// The ground is an infinite plane, and none of them.
class DrawnObjects {
 public:
  /// vertices: as published for the list. fluids: the surfaces of its fluids, in their order; those
  /// that are missing are left out. max_pieces: a part of more stays whole. The list must outlive
  /// this object.
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
  // What the objects' spans see; never grown once they see it.
  std::vector<glm::vec3> positions_m_;
  std::vector<glm::uvec3> triangles_;
  std::vector<std::unique_ptr<const std::vector<CopyPose>>> copies_;
  std::vector<std::unique_ptr<const LeveledMesh>> spheres_;
  std::vector<TriangleMesh> fluids_;
};

}  // namespace limber
