// Solids as particles and constraints: [Fratarcangeli14, Fratarcangeli13].

#include "sim/pbd/solid.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sim/drawn_solid.h"
#include "sim/mesh/topology.h"

namespace limber {

namespace {

/// The mass of a vertex is a quarter of that of the tetrahedra around it.
std::vector<float> solid_masses_kg(const TetraMesh& mesh, float density_kg_m3) {
  std::vector<double> masses(mesh.positions_m.size(), 0.0);
  const auto& x = mesh.positions_m;
  for (const glm::ivec4& t : mesh.tetrahedra) {
    const double mass = density_kg_m3 * signed_volume_m3(x[t.x], x[t.y], x[t.z], x[t.w]);
    for (int k = 0; k < 4; ++k) masses[t[k]] += mass / 4.0;
  }
  return {masses.begin(), masses.end()};
}

void add_particles(PbdModel& model, const TetraMesh& mesh, float density_kg_m3, int body) {
  // At least a tenth of the mean mass: neighbours would fling a vertex of slivers about.
  const std::vector<float> masses = solid_masses_kg(mesh, density_kg_m3);
  const float mean_kg =
      std::accumulate(masses.begin(), masses.end(), 0.0f) / static_cast<float>(masses.size());
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const float mass_kg = std::max({masses[i], 0.1f * mean_kg, 1e-9f});
    model.particles.push_back({mesh.positions_m[i], 1.0f / mass_kg});
    model.body_of_particle.push_back(body);
  }
}

void add_constraints(PbdModel& model, const Solid& solid, const std::vector<glm::uvec3>& boundary,
                     int base) {
  const std::vector<glm::vec3>& x = solid.mesh.positions_m;
  for (const glm::ivec2& e : edges_of(solid.mesh.tetrahedra)) {
    model.stretch.corners.push_back({{base + e.x, base + e.y}});
    model.stretch.rest.push_back(glm::distance(x[e.x], x[e.y]));
  }
  for (const glm::ivec4& t : solid.mesh.tetrahedra) {
    model.volume.corners.push_back({{base + t.x, base + t.y, base + t.z, base + t.w}});
    model.volume.rest.push_back(VolumeConstraint::volume_m3({x[t.x], x[t.y], x[t.z], x[t.w]}));
  }
  if (!solid.bends) return;
  for (const Hinge& h : edges_of(boundary).hinges) {
    const int a = h.edge.x, b = h.edge.y, c = h.wing.x, d = h.wing.y;
    model.dihedral.corners.push_back({{base + a, base + b, base + c, base + d}});
    model.dihedral.rest.push_back(DihedralConstraint::angle({x[a], x[b], x[c], x[d]}));
  }
}

/// Draws the boundary itself.
void draw_boundary(DrawnSurface& drawn, const std::vector<glm::uvec3>& boundary, int base,
                   std::size_t particles) {
  std::vector<int> vertex_of(particles, -1);
  for (const glm::uvec3& t : boundary) {
    glm::uvec3 triangle;
    for (int k = 0; k < 3; ++k) {
      int& vertex = vertex_of[t[k]];
      if (vertex < 0) {
        vertex = static_cast<int>(drawn.vertices.size());
        drawn.vertices.push_back(
            {glm::ivec4(base + static_cast<int>(t[k])), {1.0f, 0.0f, 0.0f, 0.0f}});
      }
      triangle[k] = static_cast<unsigned>(vertex);
    }
    drawn.triangles.push_back(triangle);
  }
}

}  // namespace

void add_solid(PbdModel& model, const Solid& solid, const Placement& placement) {
  const int base = static_cast<int>(model.particles.size());
  const int body = model.body_of_particle.empty() ? 0 : model.body_of_particle.back() + 1;
  const std::vector<glm::uvec3> boundary = boundary_of(solid.mesh.tetrahedra);
  add_particles(model, solid.mesh, solid.density_kg_m3, body);
  for (std::size_t i = base; i < model.particles.size(); ++i) {
    glm::vec3& x = model.particles[i].position_m;
    x = placement.turn * x + placement.at_m;
  }
  add_constraints(model, solid, boundary, base);
  for (const glm::uvec3& t : boundary) model.triangles.push_back(t + static_cast<unsigned>(base));

  add_drawn(model.drawn, solid, base,
            [&] { draw_boundary(model.drawn, boundary, base, solid.mesh.positions_m.size()); });
}

}  // namespace limber
