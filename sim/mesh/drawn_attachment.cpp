#include "sim/mesh/drawn_attachment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "sim/mesh/attachment.h"
#include "sim/mesh/joined.h"
#include "sim/mesh/welding.h"

namespace limber {

namespace {

double mean_longest_edge_m(const TetraMesh& mesh) {
  double sum_m = 0.0;
  for (const glm::ivec4& t : mesh.tetrahedra) {
    float longest_m = 0.0f;
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b)
        longest_m =
            std::max(longest_m, glm::distance(mesh.positions_m[t[a]], mesh.positions_m[t[b]]));
    sum_m += longest_m;
  }
  return sum_m / static_cast<double>(mesh.tetrahedra.size());
}

/// Barycentric coordinates of the point of a triangle nearest to x: [Ericson05, section 5.1.5].
glm::vec3 nearest_on_drawn(const glm::vec3& x, const std::array<glm::vec3, 3>& corner) {
  const glm::vec3 ab = corner[1] - corner[0], ac = corner[2] - corner[0];
  const float d1 = glm::dot(ab, x - corner[0]), d2 = glm::dot(ac, x - corner[0]);
  if (d1 <= 0.0f && d2 <= 0.0f) return {1, 0, 0};
  const float d3 = glm::dot(ab, x - corner[1]), d4 = glm::dot(ac, x - corner[1]);
  if (d3 >= 0.0f && d4 <= d3) return {0, 1, 0};
  const float d5 = glm::dot(ab, x - corner[2]), d6 = glm::dot(ac, x - corner[2]);
  if (d6 >= 0.0f && d5 <= d6) return {0, 0, 1};
  const float vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) {
    const float w = d1 / (d1 - d3);
    return {1 - w, w, 0};
  }
  if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) {
    const float w = d2 / (d2 - d6);
    return {1 - w, 0, w};
  }
  if (va <= 0.0f && d4 >= d3 && d5 >= d6) {
    const float w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {0, 1 - w, w};
  }
  return glm::vec3(va, vb, vc) / (va + vb + vc);
}

/// Barycentric coordinates of the point of a tetrahedron's faces nearest to x.
glm::vec4 nearest_on_faces(const glm::vec3& x, const glm::ivec4& corners, const TetraMesh& mesh) {
  glm::vec4 nearest(0.0f);
  float min_m = INFINITY;
  for (int apex = 0; apex < 4; ++apex) {
    std::array<int, 3> at{};
    std::array<glm::vec3, 3> corner;
    for (int k = 0; k < 3; ++k) {
      at[k] = (apex + 1 + k) % 4;
      corner[k] = mesh.positions_m[corners[at[k]]];
    }
    const glm::vec3 w = nearest_on_drawn(x, corner);
    const float distance_m =
        glm::distance(x, w[0] * corner[0] + w[1] * corner[1] + w[2] * corner[2]);
    if (distance_m >= min_m) continue;
    min_m = distance_m;
    nearest = glm::vec4(0.0f);
    for (int k = 0; k < 3; ++k) nearest[at[k]] = w[k];
  }
  return nearest;
}

glm::vec3 weighted_place_m(const glm::ivec4& corners, const glm::vec4& weights,
                           const TetraMesh& mesh) {
  glm::vec3 sum(0.0f);
  for (int k = 0; k < 4; ++k) sum += weights[k] * mesh.positions_m[corners[k]];
  return sum;
}

/// Reattaches the vertices of a part of the surface that are on several pieces of the mesh to the
/// piece with most of them.
void keep_together(std::vector<Attachment>& attached, const TriangleMesh& drawn, Joined& parts,
                   const TetraMesh& mesh) {
  Joined pieces(mesh.positions_m.size());
  for (const glm::ivec4& t : mesh.tetrahedra)
    for (int k = 1; k < 4; ++k) pieces.join(t[0], t[k]);
  const auto piece_of = [&](const glm::ivec4& corners) { return pieces.root(corners[0]); };
  std::map<unsigned, std::map<unsigned, int>> votes;  // by part, by piece
  for (std::size_t i = 0; i < attached.size(); ++i)
    ++votes[parts.root(static_cast<unsigned>(i))][piece_of(attached[i].corners)];
  for (const auto& [part, counts] : votes) {
    if (counts.size() == 1) continue;
    const unsigned chosen = std::ranges::max_element(counts, [](const auto& a, const auto& b) {
                              return a.second < b.second;
                            })->first;
    TetraMesh piece{mesh.positions_m, {}};
    for (const glm::ivec4& t : mesh.tetrahedra)
      if (piece_of(t) == chosen) piece.tetrahedra.push_back(t);
    std::vector<std::size_t> strays;
    std::vector<glm::vec3> at_m;
    for (std::size_t i = 0; i < attached.size(); ++i)
      if (parts.root(static_cast<unsigned>(i)) == part && piece_of(attached[i].corners) != chosen) {
        strays.push_back(i);
        at_m.push_back(drawn.positions_m[i]);
      }
    const std::vector<Attachment> moved = attach(at_m, piece);
    for (std::size_t k = 0; k < strays.size(); ++k) attached[strays[k]] = moved[k];
  }
}

}  // namespace

std::vector<Attachment> attach_drawn(TriangleMesh& drawn, const TetraMesh& mesh, float skin_m) {
  Joined parts(drawn.positions_m.size());
  for (const glm::uvec3& t : drawn.triangles)
    for (int k = 1; k < 3; ++k) parts.join(t[0], t[k]);
  std::vector<Attachment> attached = attach(drawn.positions_m, mesh);
  keep_together(attached, drawn, parts, mesh);

  const float reach_m = skin_m + static_cast<float>(mean_longest_edge_m(mesh));
  std::vector<char> part_stays(attached.size(), 0);
  for (std::size_t i = 0; i < attached.size(); ++i) {
    auto& [corners, weights] = attached[i];
    char& stays = part_stays[parts.root(static_cast<unsigned>(i))];
    if (std::min({weights.x, weights.y, weights.z, weights.w}) >= 0.0f) {
      stays = 1;
      continue;
    }
    glm::vec3& x = drawn.positions_m[i];
    const glm::vec4 nearest = nearest_on_faces(x, corners, mesh);
    const glm::vec3 near_m = weighted_place_m(corners, nearest, mesh);
    const float away_m = glm::distance(x, near_m);
    if (away_m <= reach_m) {
      stays = 1;
      continue;
    }
    weights = glm::mix(nearest, weights, reach_m / away_m);
    x = glm::mix(near_m, x, reach_m / away_m);
  }
  const auto is_lost = [&](std::size_t i) {
    return !part_stays[parts.root(static_cast<unsigned>(i))];
  };
  std::erase_if(drawn.triangles, [&](const glm::uvec3& t) { return is_lost(t[0]); });
  // The remaining vertices keep their order, as in drop_unused().
  std::vector<char> used(attached.size(), 0);
  for (const glm::uvec3& t : drawn.triangles)
    for (int k = 0; k < 3; ++k) used[t[k]] = 1;
  std::vector<Attachment> left;
  for (std::size_t i = 0; i < attached.size(); ++i)
    if (used[i]) left.push_back(attached[i]);
  drop_unused(drawn);
  return left;
}

}  // namespace limber
