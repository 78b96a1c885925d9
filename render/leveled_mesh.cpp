// meshoptimizer collapses edges by their quadric error: [Garland97].

#include "render/leveled_mesh.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <set>
#include <utility>

namespace limber {

namespace {

constexpr float fewer = 0.6f;  // triangles of a level relative to the previous one
constexpr std::size_t fewest_triangles = 16;

/// A mesh with one vertex per position: at creases the mesh has several, with different normals,
/// whose edges could not be collapsed.
class Welded {
 public:
  explicit Welded(const StaticMesh& mesh) : mesh_(mesh) {
    std::vector<unsigned> place_of(mesh.positions_m.size());
    const std::size_t places = meshopt_generateVertexRemap(
        place_of.data(), &mesh.triangles[0].x, 3 * mesh.triangles.size(), mesh.positions_m.data(),
        mesh.positions_m.size(), sizeof(glm::vec3));
    positions_m_.resize(places);
    vertices_at_.resize(places);
    constexpr unsigned unused = ~0u;
    for (std::size_t i = 0; i < place_of.size(); ++i) {
      if (place_of[i] == unused) continue;
      positions_m_[place_of[i]] = mesh.positions_m[i];
      vertices_at_[place_of[i]].push_back(static_cast<unsigned>(i));
    }
    for (const glm::uvec3& t : mesh.triangles)
      triangles_.emplace_back(place_of[t.x], place_of[t.y], place_of[t.z]);
  }

  /// A simplification to about that many triangles, using the mesh's own vertices.
  Level simplified(std::size_t triangle_count) const {
    constexpr float any_error = 1.0f;  // relative to the extent: only the triangle count limits
    const std::vector<glm::vec3>& x = positions_m_;
    Level level{triangles_, 0.0f};
    const std::size_t corners =
        meshopt_simplify(&level.triangles[0].x, &triangles_[0].x, 3 * triangles_.size(), &x[0].x,
                         x.size(), sizeof x[0], 3 * triangle_count, any_error, 0, &level.error_m);
    level.triangles.resize(corners / 3);
    level.error_m *= meshopt_simplifyScale(&x[0].x, x.size(), sizeof x[0]);
    for (glm::uvec3& t : level.triangles) {
      const glm::vec3 normal = glm::cross(x[t.y] - x[t.x], x[t.z] - x[t.x]);
      for (int k = 0; k < 3; ++k) t[k] = facing(t[k], normal);
    }
    return level;
  }

 private:
  /// The vertex at a position whose normal is closest to a triangle's.
  unsigned facing(unsigned place, const glm::vec3& normal) const {
    const auto along = [&](unsigned vertex) { return glm::dot(mesh_.normals[vertex], normal); };
    return *std::ranges::max_element(vertices_at_[place], {}, along);
  }

  const StaticMesh& mesh_;
  std::vector<glm::vec3> positions_m_;
  std::vector<glm::uvec3> triangles_;
  std::vector<std::vector<unsigned>> vertices_at_;
};

}  // namespace

bool is_closed(const std::vector<glm::vec3>& positions_m,
               const std::vector<glm::uvec3>& triangles) {
  if (triangles.empty()) return false;
  std::vector<unsigned> place_of(positions_m.size());
  meshopt_generateVertexRemap(place_of.data(), &triangles[0].x, 3 * triangles.size(),
                              positions_m.data(), positions_m.size(), sizeof(glm::vec3));
  std::set<std::pair<unsigned, unsigned>> open_edges;
  double volume_m3 = 0.0;
  for (const glm::uvec3& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      const unsigned from = place_of[t[k]], to = place_of[t[(k + 1) % 3]];
      if (from == to) continue;  // a triangle without an area
      if (open_edges.erase({to, from}) == 0 && !open_edges.insert({from, to}).second) return false;
    }
    const glm::dvec3 a(positions_m[t.x]), b(positions_m[t.y]), c(positions_m[t.z]);
    volume_m3 += glm::dot(a, glm::cross(b, c)) / 6.0;
  }
  return open_edges.empty() && volume_m3 > 0.0;
}

LeveledMesh leveled(const StaticMesh& mesh) {
  LeveledMesh result{mesh.positions_m, mesh.normals, {{mesh.triangles, 0.0f}}};
  if (mesh.triangles.empty()) return result;
  const Welded welded(mesh);
  for (std::size_t before = mesh.triangles.size(); result.levels.size() < max_levels;) {
    const auto wanted = static_cast<std::size_t>(fewer * static_cast<float>(before));
    if (wanted < fewest_triangles) break;
    Level level = welded.simplified(wanted);
    // If few edges can be collapsed, another level would only cost memory.
    if (level.triangles.empty() || 4 * level.triangles.size() > 3 * before) break;
    before = level.triangles.size();
    result.levels.push_back(std::move(level));
  }
  for (Level& level : result.levels) level.closed = is_closed(mesh.positions_m, level.triangles);
  return result;
}

}  // namespace limber
