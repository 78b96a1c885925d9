// Cloth as particles and constraints: [Fratarcangeli14, Fratarcangeli13].

#include "sim/pbd/cloth.h"

#include <algorithm>

#include "kernels/pbd/constraints.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/topology.h"

namespace limber {

namespace {

/// first: the particle of the cloth's first vertex.
void add_paths(PbdModel& model, const Cloth& cloth, int first) {
  const int own = static_cast<int>(model.pin_paths.size());
  for (const float sign : {1.0f, -1.0f}) {
    model.pin_paths.push_back({static_cast<int>(model.pin_keys.size()),
                               static_cast<int>(cloth.path.size()), cloth.path_repeats ? 1 : 0});
    for (const PathKey& key : cloth.path)
      model.pin_keys.push_back({key.time_s, key.shift_m * glm::vec3(sign, 1.0f, sign)});
  }
  for (const int pinned : cloth.pinned) {
    const bool mirrored = std::ranges::find(cloth.mirrored, pinned) != cloth.mirrored.end();
    model.moved_pins.push_back(
        {cloth.mesh.positions_m[pinned], first + pinned, mirrored ? own + 1 : own});
  }
}

}  // namespace

void add_cloth(PbdModel& model, const Cloth& cloth) {
  const int base = static_cast<int>(model.particles.size());
  const int body = model.body_of_particle.empty() ? 0 : model.body_of_particle.back() + 1;
  const std::vector<glm::vec3>& x = cloth.mesh.positions_m;

  // At least a tenth of the mean mass: neighbours would fling a vertex with almost no area about.
  const std::vector<float> masses = vertex_masses_kg(cloth.mesh, cloth.density_kg_m2);
  float mean_kg = 0.0f;
  for (float mass : masses) mean_kg += mass / static_cast<float>(masses.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    model.particles.push_back({x[i], 1.0f / std::max({masses[i], 0.1f * mean_kg, 1e-9f})});
    model.body_of_particle.push_back(body);
  }
  for (int pinned : cloth.pinned) model.particles[base + pinned].inverse_mass_per_kg = 0.0f;

  if (!cloth.path.empty()) add_paths(model, cloth, base);

  // The particles are the drawn vertices.
  const auto first_vertex = static_cast<unsigned>(model.drawn.vertices.size());
  model.drawn.parts.push_back({static_cast<int>(model.drawn.triangles.size()),
                               static_cast<int>(cloth.mesh.triangles.size()), cloth.material});
  for (std::size_t i = 0; i < x.size(); ++i)
    model.drawn.vertices.push_back(
        {glm::ivec4(base + static_cast<int>(i)), {1.0f, 0.0f, 0.0f, 0.0f}});
  const std::vector<glm::vec3>& rest_m = cloth.rest_m.empty() ? x : cloth.rest_m;
  model.drawn.rest_m.insert(model.drawn.rest_m.end(), rest_m.begin(), rest_m.end());
  for (const glm::uvec3& t : cloth.mesh.triangles) {
    model.triangles.push_back(t + static_cast<unsigned>(base));
    model.drawn.triangles.push_back(t + first_vertex);
  }

  const SurfaceEdges surface = edges_of(cloth.mesh.triangles);
  for (const glm::ivec2& e : surface.edges) {
    model.stretch.corners.push_back({{base + e.x, base + e.y}});
    model.stretch.rest.push_back(glm::distance(x[e.x], x[e.y]));
  }
  for (const Hinge& h : surface.hinges) {
    const int a = h.edge.x, b = h.edge.y, c = h.wing.x, d = h.wing.y;
    if (cloth.bending == Bending::across) {
      model.across.corners.push_back({{base + c, base + d}});
      model.across.rest.push_back(glm::distance(x[c], x[d]));
    } else if (cloth.bending == Bending::dihedral) {
      model.dihedral.corners.push_back({{base + a, base + b, base + c, base + d}});
      model.dihedral.rest.push_back(DihedralConstraint::angle({x[a], x[b], x[c], x[d]}));
    }
  }
}

}  // namespace limber
