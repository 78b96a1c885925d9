#include "app/drawn_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "sim/mesh/joined.h"

namespace limber {

namespace {

/// As in shaders/pose.glsl: a zero quaternion is the identity.
CopyPose pose_of(const PublishedVertex& vertex) {
  const glm::dvec4 q(glm::dvec3(vertex.normal), vertex.quaternion_w);
  return {vertex.position_m, q / glm::sqrt(glm::max(glm::dot(q, q), 1e-20))};
}

/// Connected components of the vertices, numbered from 0.
Joined joined_by(std::span<const glm::uvec3> triangles, std::size_t vertices) {
  Joined joined(vertices);
  for (const glm::uvec3& t : triangles) {
    joined.join(t.x, t.y);
    joined.join(t.y, t.z);
  }
  return joined;
}

}  // namespace

glm::vec3 CopyPose::in_world_m(const glm::vec3& in_mesh_m) const {
  const glm::dvec3 x(in_mesh_m), axis(quaternion);
  return glm::vec3(position_m + x + 2.0 * glm::cross(axis, glm::cross(axis, x) + quaternion.w * x));
}

DrawnObjects::DrawnObjects(const DrawList& list, std::span<const PublishedVertex> vertices,
                           bool as_spheres, std::vector<TriangleMesh> fluids,
                           std::size_t max_pieces)
    : fluids_(std::move(fluids)) {
  add_surfaces(list, vertices, max_pieces);
  const bool meshes = std::ranges::any_of(list.instances, [](const InstancedPart& part) {
    return part.count > 0 && !part.mesh.triangles.empty();
  });
  if ((as_spheres || !meshes) && !list.spheres.empty())
    add_spheres(list, vertices);
  else
    add_instances(list.instances, vertices);
  add_fluids();
  add_scenery(list, vertices);
}

void DrawnObjects::add_surfaces(const DrawList& list, std::span<const PublishedVertex> vertices,
                                std::size_t max_pieces) {
  std::vector<SurfacePart> parts = list.parts;
  if (parts.empty()) parts.push_back({0, static_cast<int>(list.triangles.size()), {}});

  // The components of all parts, each with its triangles in order.
  struct Piece {
    std::string name;
    std::vector<glm::uvec3> triangles;
    std::vector<unsigned> vertices;
  };
  Joined joined = joined_by(list.triangles, vertices.size());
  std::vector<Piece> pieces;
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> piece_of_root(vertices.size(), none);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::size_t first = pieces.size();
    const std::span triangles =
        std::span(list.triangles).subspan(parts[p].first_triangle, parts[p].triangle_count);
    for (const glm::uvec3& t : triangles) {
      std::size_t& piece = piece_of_root[joined.root(t.x)];
      if (piece == none || piece < first) {
        piece = pieces.size();
        pieces.push_back({fmt::format("surface{}.{}", p, piece - first), {}, {}});
      }
      pieces[piece].triangles.push_back(t);
    }
    if (pieces.size() - first > max_pieces) {
      pieces.resize(first);
      pieces.push_back({"", {triangles.begin(), triangles.end()}, {}});
      for (const glm::uvec3& t : triangles) piece_of_root[joined.root(t.x)] = none;
    }
    if (pieces.size() == first + 1) pieces.back().name = fmt::format("surface{}", p);
  }

  std::size_t position_count = 0, triangle_count = 0;
  for (Piece& piece : pieces) {
    for (const glm::uvec3& t : piece.triangles)
      piece.vertices.insert(piece.vertices.end(), {t.x, t.y, t.z});
    std::ranges::sort(piece.vertices);
    piece.vertices.erase(std::ranges::unique(piece.vertices).begin(), piece.vertices.end());
    position_count += piece.vertices.size();
    triangle_count += piece.triangles.size();
  }
  positions_m_.reserve(position_count);
  triangles_.reserve(triangle_count);
  std::vector<unsigned> renamed(vertices.size());
  for (const Piece& piece : pieces) {
    const std::size_t first_position = positions_m_.size(), first_triangle = triangles_.size();
    for (const unsigned v : piece.vertices) {
      renamed[v] = static_cast<unsigned>(positions_m_.size() - first_position);
      positions_m_.push_back(vertices[v].position_m);
    }
    for (const glm::uvec3& t : piece.triangles)
      triangles_.emplace_back(renamed[t.x], renamed[t.y], renamed[t.z]);
    objects_.push_back({piece.name,
                        std::span(positions_m_).subspan(first_position),
                        std::span(triangles_).subspan(first_triangle),
                        {}});
  }
}

std::span<const CopyPose> DrawnObjects::kept(std::vector<CopyPose> poses) {
  copies_.push_back(std::make_unique<const std::vector<CopyPose>>(std::move(poses)));
  return *copies_.back();
}

std::span<const CopyPose> DrawnObjects::poses_of(const InstancedPart& part,
                                                 std::span<const PublishedVertex> vertices) {
  std::vector<CopyPose> poses;
  for (const PublishedVertex& vertex : vertices.subspan(part.first_vertex, part.count))
    poses.push_back(pose_of(vertex));
  return kept(std::move(poses));
}

void DrawnObjects::add_instances(const std::vector<InstancedPart>& parts,
                                 std::span<const PublishedVertex> vertices) {
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const StaticMesh& mesh = parts[p].mesh;
    if (mesh.triangles.empty()) continue;
    const std::span poses = poses_of(parts[p], vertices);
    for (std::size_t k = 0; k < poses.size(); ++k)
      if (is_shown(vertices[parts[p].first_vertex + k]))
        objects_.push_back({fmt::format("instance{}.{}", p, k), mesh.positions_m, mesh.triangles,
                            poses.subspan(k, 1)});
  }
}

void DrawnObjects::add_fluids() {
  for (std::size_t n = 0; n < fluids_.size(); ++n)
    if (!fluids_[n].triangles.empty())
      objects_.push_back(
          {fmt::format("fluid{}", n), fluids_[n].positions_m, fluids_[n].triangles, {}, true});
}

void DrawnObjects::add_spheres(const DrawList& list, std::span<const PublishedVertex> vertices) {
  for (std::size_t p = 0; p < list.spheres.size(); ++p) {
    const DrawnSpheres& spheres = list.spheres[p];
    spheres_.push_back(std::make_unique<const LeveledMesh>(leveled_sphere(spheres.radius_m)));
    const LeveledMesh& mesh = *spheres_.back();
    // A sphere's centre is published without a meaningful rotation.
    std::vector<CopyPose> centers;
    for (const PublishedVertex& vertex : vertices.subspan(spheres.first_vertex, spheres.count))
      centers.push_back({.position_m = vertex.position_m});
    const std::span poses = kept(std::move(centers));
    const auto a_body = static_cast<std::size_t>(std::max(spheres.spheres_per_body, 1));
    for (std::size_t first = 0; first < poses.size(); first += a_body)
      objects_.push_back({fmt::format("spheres{}.{}", p, first / a_body), mesh.positions_m,
                          mesh.levels.front().triangles,
                          poses.subspan(first, std::min(a_body, poses.size() - first))});
  }
}

void DrawnObjects::add_scenery(const DrawList& list, std::span<const PublishedVertex> vertices) {
  int number = 0;
  const auto add = [&](const StaticMesh& mesh, std::span<const CopyPose> copies) {
    objects_.push_back(
        {fmt::format("collider{}", number++), mesh.positions_m, mesh.triangles, copies});
  };
  for (const StaticMesh& mesh : list.scenery) add(mesh, {});
  for (const InstancedPart& part : list.moving_scenery) {
    const std::span poses = poses_of(part, vertices);
    for (std::size_t k = 0; k < poses.size(); ++k) add(part.mesh, poses.subspan(k, 1));
  }
}

}  // namespace limber
