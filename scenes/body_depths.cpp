#include "scenes/body_depths.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "kernels/rotation.h"
#include "sim/count.h"
#include "sim/mesh/box_tree.h"
#include "sim/mesh/triangle_tree.h"

namespace limber {

namespace {

using glm::dvec3;

constexpr double max_pieces_of_edge = 1000.0;

/// A mesh that rigid bodies have in common, in their frame.
struct BodyMesh {
  explicit BodyMesh(const StaticMesh& mesh) : tree({mesh.positions_m, mesh.triangles}) {
    for (const glm::vec3& x : mesh.positions_m) {
      box.add(x);
      reach_m = std::max(reach_m, length(dvec3(x)));
    }
    const glm::vec3 size_m = box.high_m - box.low_m;
    const double step_m = 0.5 * std::min({size_m.x, size_m.y, size_m.z});
    std::set<std::array<float, 3>> once;
    const auto add = [&](const dvec3& x) {
      const glm::vec3 place(x);
      if (once.insert({place.x, place.y, place.z}).second) samples_m.push_back(x);
    };
    for (const glm::uvec3& t : mesh.triangles)
      for (int k = 0; k < 3; ++k) {
        const dvec3 a = mesh.positions_m[t[k]], b = mesh.positions_m[t[(k + 1) % 3]];
        const auto pieces = static_cast<int>(
            std::clamp(std::ceil(distance(a, b) / step_m), 1.0, max_pieces_of_edge));
        for (int i = 0; i <= pieces; ++i) add(a + (b - a) * (static_cast<double>(i) / pieces));
      }
  }

  /// Above 0: inside the bounding box.
  double depth_in_box_m(const dvec3& x) const {
    const dvec3 inward = min(x - dvec3(box.low_m), dvec3(box.high_m) - x);
    return std::min({inward.x, inward.y, inward.z});
  }

  TriangleTree tree;
  Box box;
  double reach_m = 0.0;          ///< from the origin of its frame
  std::vector<dvec3> samples_m;  ///< vertices and points of edges
};

struct DrawnBody {
  int vertex;
  dvec3 position_m;
  glm::dvec4 quaternion;
  const BodyMesh* mesh;
};

/// The deepest point of `a` in `b`; 0 where none is inside.
double depth_in_m(const DrawnBody& a, const DrawnBody& b) {
  double deepest_m = 0.0;
  for (const dvec3& x_m : a.mesh->samples_m) {
    const dvec3 at_m =
        rotated_back(b.quaternion, a.position_m - b.position_m + rotated(a.quaternion, x_m));
    if (b.mesh->depth_in_box_m(at_m) > deepest_m)
      deepest_m = std::max(deepest_m,
                           -static_cast<double>(b.mesh->tree.signed_distance_m(glm::vec3(at_m))));
  }
  return deepest_m;
}

}  // namespace

BodyDepths body_depths_m(const DrawList& list, std::span<const PublishedVertex> vertices) {
  std::vector<std::unique_ptr<BodyMesh>> meshes;
  std::vector<DrawnBody> bodies;
  for (const InstancedPart& part : list.instances) {
    meshes.push_back(std::make_unique<BodyMesh>(part.mesh));
    for (int i = part.first_vertex; i < part.first_vertex + part.count; ++i) {
      const PublishedVertex& pose = vertices[i];
      const glm::dvec4 quaternion(dvec3(pose.normal), pose.quaternion_w);
      bodies.push_back({i, pose.position_m, normalize(quaternion), meshes.back().get()});
    }
  }
  std::vector<Box> boxes;
  for (const DrawnBody& body : bodies) {
    const auto reach_m = static_cast<float>(body.mesh->reach_m);
    boxes.push_back({glm::vec3(body.position_m) - reach_m, glm::vec3(body.position_m) + reach_m});
  }
  BodyDepths depths_m;
  if (bodies.empty()) return depths_m;
  const BoxTree tree(boxes);
  for (int a = 0; a < count(bodies); ++a)
    tree.each_near(boxes[a], [&](int b) {
      if (b <= a || distance(bodies[a].position_m, bodies[b].position_m) >
                        bodies[a].mesh->reach_m + bodies[b].mesh->reach_m)
        return;
      const double depth_m =
          std::max(depth_in_m(bodies[a], bodies[b]), depth_in_m(bodies[b], bodies[a]));
      if (depth_m > 0.0) depths_m[std::minmax(bodies[a].vertex, bodies[b].vertex)] = depth_m;
    });
  return depths_m;
}

double largest_deepening_m(const BodyDepths& start, const BodyDepths& end) {
  double largest_m = 0.0;
  for (const auto& [pair, depth_m] : end) {
    const auto before = start.find(pair);
    largest_m = std::max(largest_m, depth_m - (before == start.end() ? 0.0 : before->second));
  }
  return largest_m;
}

}  // namespace limber
