#include "sim/contact/collider_faces.h"

#include <algorithm>
#include <memory>

#include "sim/mesh/shape_mesh.h"
#include "sim/mesh/welding.h"

namespace limber {

namespace {

/// Merges the vertices that drawn meshes duplicate at sharp edges.
TriangleMesh welded_drawn(const StaticMesh& drawn) {
  const std::vector<unsigned> first = first_at_same_place(drawn.positions_m);
  TriangleMesh mesh{drawn.positions_m, drawn.triangles};
  for (glm::uvec3& t : mesh.triangles) t = {first[t.x], first[t.y], first[t.z]};
  drop_unused(mesh);
  return mesh;
}

const TriangleMesh* sampled_surface_of(const Surroundings& around, int collider) {
  for (const SampledCollider& sampled : around.sampled)
    if (sampled.collider == collider) return sampled.surface.get();
  return nullptr;
}

}  // namespace

std::vector<ColliderFaces> faces_of(const Surroundings& around) {
  std::vector<ColliderFaces> all;
  if (!around.faces_touch) return all;
  for (int i = 0; i < static_cast<int>(around.colliders.size()); ++i) {
    const Collider& c = around.colliders[i];
    const glm::vec3 here(0.0f);
    if (c.shape == ColliderShape::box)
      all.push_back({i, welded_drawn(box_mesh(here, c.half_size_m))});
    else if (c.shape == ColliderShape::tube)
      all.push_back({i, welded_drawn(tube_mesh(here, {0, 1, 0}, c.half_length_m, c.inner_radius_m,
                                               c.radius_m))});
    else if (c.shape == ColliderShape::funnel)
      all.push_back({i, welded_drawn(funnel_mesh(here, {0, 1, 0}, c.half_length_m, c.inner_radius_m,
                                                 c.radius_m, c.half_wall_m))});
    else if (const TriangleMesh* mesh = sampled_surface_of(around, i))
      all.push_back({i, *mesh});
  }
  return all;
}

}  // namespace limber
