// Plain geometry: [Ericson05, section 5.1.5], for the nearest point of a triangle; crossings of a
// ray for what lies inside [MoellerTrumbore97].

#include "scenes/drawn_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "kernels/rotation.h"
#include "sim/mesh/triangle_tree.h"

namespace limber {

namespace {

using glm::dvec3;

constexpr double infinity = std::numeric_limits<double>::infinity();

dvec3 nearest_of_triangle(const dvec3& p, const dvec3& a, const dvec3& b, const dvec3& c) {
  const dvec3 ab = b - a, ac = c - a;
  const double d1 = dot(ab, p - a), d2 = dot(ac, p - a);
  if (d1 <= 0.0 && d2 <= 0.0) return a;
  const double d3 = dot(ab, p - b), d4 = dot(ac, p - b);
  if (d3 >= 0.0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return a + ab * (d1 / (d1 - d3));
  const double d5 = dot(ab, p - c), d6 = dot(ac, p - c);
  if (d6 >= 0.0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return a + ac * (d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 >= d3 && d5 >= d6) return b + (c - b) * ((d4 - d3) / (d4 - d3 + d5 - d6));
  return a + (ab * vb + ac * vc) / (va + vb + vc);
}

/// Whether a ray from p in a direction that no edge of a scene has meets the triangle.
bool ray_meets(const dvec3& p, const dvec3& a, const dvec3& b, const dvec3& c) {
  const dvec3 along(0.537612, 0.618034, 0.573519);
  const dvec3 ab = b - a, ac = c - a, from = p - a;
  const dvec3 h = cross(along, ac), q = cross(from, ab);
  const double det = dot(ab, h);
  if (det == 0.0) return false;
  const double u = dot(from, h) / det, v = dot(along, q) / det;
  return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && dot(ac, q) / det > 0.0;
}

/// Turns by the inverse of a unit quaternion.
dvec3 turned_back(const glm::dvec4& q, const dvec3& x) {
  const dvec3 v(-q.x, -q.y, -q.z), t = 2.0 * cross(v, x);
  return x + q.w * t + cross(v, t);
}

struct Ball {
  dvec3 center_m;
  double radius_m;
  int body;
};

double overlap_of(const Ball& a, const Ball& b) {
  const double reach = a.radius_m + b.radius_m;
  if (a.body == b.body) return 0.0;
  return (reach - distance(a.center_m, b.center_m)) / (2.0 * std::min(a.radius_m, b.radius_m));
}

}  // namespace

DrawnState::DrawnState(const DrawList& list, std::span<const PublishedVertex> vertices)
    : list_(&list), vertices_(vertices) {
  int number = 0;
  const auto add = [&](const dvec3& x) {
    points_m_.push_back(x);
    numbers_.push_back(number++);
  };
  const auto add_vertex = [&](int vertex) { add(dvec3(vertices[vertex].position_m)); };
  int bodies = 0;
  for (const DrawnSpheres& spheres : list.spheres)
    for (int i = 0; i < spheres.count; ++i) {
      if (i % spheres.spheres_per_body == 0) ++bodies;
      add_vertex(spheres.first_vertex + i);
      bodies_.push_back({bodies, spheres.radius_m});
    }
  for (const DrawnFluid& fluid : list.fluids)
    for (int i = fluid.first_vertex; i < fluid.first_vertex + fluid.count; ++i) {
      if (vertices[i].quaternion_w > 0.0f)
        add_vertex(i);
      else
        ++number;
    }
  if (!list.spheres.empty()) return;
  std::vector<bool> drawn(vertices.size(), false);
  for (const glm::uvec3& triangle : list.triangles)
    for (int corner = 0; corner < 3; ++corner) drawn[triangle[corner]] = true;
  for (std::size_t i = 0; i < drawn.size(); ++i)
    if (drawn[i]) add_vertex(static_cast<int>(i));
  for (const InstancedPart& part : list.instances)
    for (int i = 0; i < part.count; ++i) {
      const PublishedVertex& pose = vertices[part.first_vertex + i];
      const glm::dvec4 back(-pose.normal.x, -pose.normal.y, -pose.normal.z, pose.quaternion_w);
      for (const glm::vec3& x : part.mesh.positions_m)
        add(dvec3(pose.position_m) + turned_back(back, dvec3(x)));
    }
}

double DrawnState::lowest_m() const {
  double lowest = infinity;
  for (const dvec3& x : points_m_) lowest = std::min(lowest, x.y);
  return lowest;
}

double DrawnState::highest_m() const {
  double highest = -infinity;
  for (const dvec3& x : points_m_) highest = std::max(highest, x.y);
  return highest;
}

double DrawnState::mean_height_m() const {
  double sum = 0.0;
  for (const dvec3& x : points_m_) sum += x.y;
  return sum / static_cast<double>(points_m_.size());
}

double DrawnState::spread_m() const {
  const auto n = static_cast<double>(points_m_.size());
  dvec3 middle(0.0);
  for (const dvec3& x : points_m_) middle += x / n;
  double sum = 0.0;
  for (const dvec3& x : points_m_)
    sum += (x.x - middle.x) * (x.x - middle.x) + (x.z - middle.z) * (x.z - middle.z);
  return std::sqrt(sum / n);
}

/// In columns as wide as the widest sphere, each sorted by height: what touches a sphere stands in
/// its own column or in one of the eight around it.
template <class Visit>
void DrawnState::for_overlaps(const Visit& visit) const {
  double width_m = 0.0;
  for (const Body& body : bodies_) width_m = std::max(width_m, 2.0 * body.radius_m);
  std::map<std::pair<int, int>, std::vector<Ball>> columns;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const dvec3& x = points_m_[i];
    columns[{static_cast<int>(std::floor(x.x / width_m)),
             static_cast<int>(std::floor(x.z / width_m))}]
        .push_back({x, bodies_[i].radius_m, bodies_[i].number});
  }
  const auto height = [](const Ball& ball) { return ball.center_m.y; };
  for (auto& [place, column] : columns) std::ranges::sort(column, {}, height);
  // Half of those around it: each pair of columns once.
  constexpr std::array<std::pair<int, int>, 5> beside{{{0, 0}, {1, -1}, {1, 0}, {1, 1}, {0, 1}}};
  for (const auto& [place, column] : columns)
    for (const auto& [dx, dz] : beside) {
      const auto found = columns.find({place.first + dx, place.second + dz});
      if (found == columns.end()) continue;
      auto low = found->second.begin();
      for (const Ball& ball : column) {
        while (low != found->second.end() && low->center_m.y < ball.center_m.y - width_m) ++low;
        for (auto other = low;
             other != found->second.end() && other->center_m.y <= ball.center_m.y + width_m;
             ++other)
          visit(ball.body, other->body, overlap_of(ball, *other));
      }
    }
}

double DrawnState::largest_overlap() const {
  double largest = 0.0;
  for_overlaps([&](int, int, double overlap) { largest = std::max(largest, overlap); });
  return largest;
}

int DrawnState::bodies_overlapping(double share) const {
  std::set<int> bodies;
  for_overlaps([&](int body, int other, double overlap) {
    if (overlap > share) bodies.insert({body, other});
  });
  return static_cast<int>(bodies.size());
}

/// Below 0 where nothing touches. Meshes are closed.
double DrawnState::into_mesh_m(const std::vector<Triangle>& triangles, const dvec3& low_m,
                               const dvec3& high_m, const dvec3& x_m, double radius_m) const {
  const auto apart = [&](const dvec3& low, const dvec3& high) {
    return length(max(max(low - x_m, x_m - high), dvec3(0.0)));
  };
  if (apart(low_m, high_m) > radius_m) return -infinity;
  bool inside = false;
  for (const Triangle& t : triangles)
    if (ray_meets(x_m, t.corners_m[0], t.corners_m[1], t.corners_m[2])) inside = !inside;
  double nearest_m = inside ? infinity : radius_m;
  for (const Triangle& t : triangles)
    if (apart(t.low_m, t.high_m) < nearest_m)
      nearest_m = std::min(
          nearest_m,
          distance(x_m, nearest_of_triangle(x_m, t.corners_m[0], t.corners_m[1], t.corners_m[2])));
  return radius_m + (inside ? nearest_m : -nearest_m);
}

/// pose: of the mesh; null where it stands still.
double DrawnState::into_m(const StaticMesh& mesh, const PublishedVertex* pose) const {
  std::vector<Triangle> triangles;
  dvec3 low_m(infinity), high_m(-infinity);
  for (const glm::uvec3& corners : mesh.triangles) {
    Triangle t;
    for (int i = 0; i < 3; ++i) t.corners_m[i] = mesh.positions_m[corners[i]];
    t.low_m = min(min(t.corners_m[0], t.corners_m[1]), t.corners_m[2]);
    t.high_m = max(max(t.corners_m[0], t.corners_m[1]), t.corners_m[2]);
    low_m = min(low_m, t.low_m);
    high_m = max(high_m, t.high_m);
    triangles.push_back(t);
  }
  double deepest_m = 0.0;
  for (std::size_t i = 0; i < points_m_.size(); ++i) {
    dvec3 x_m = points_m_[i];
    if (pose)
      x_m = turned_back({dvec3(pose->normal), pose->quaternion_w}, x_m - dvec3(pose->position_m));
    deepest_m = std::max(deepest_m, into_mesh_m(triangles, low_m, high_m, x_m,
                                                i < bodies_.size() ? bodies_[i].radius_m : 0.0));
  }
  return deepest_m;
}

double DrawnState::largest_penetration_m() const {
  double deepest_m = 0.0;
  if (list_->ground)
    for (std::size_t i = 0; i < points_m_.size(); ++i)
      deepest_m = std::max(deepest_m, list_->ground_height_m - points_m_[i].y +
                                          (i < bodies_.size() ? bodies_[i].radius_m : 0.0));
  for (const StaticMesh& mesh : list_->scenery)
    deepest_m = std::max(deepest_m, into_m(mesh, nullptr));
  for (const InstancedPart& part : list_->moving_scenery)
    for (int i = 0; i < part.count; ++i)
      deepest_m = std::max(deepest_m, into_m(part.mesh, &vertices_[part.first_vertex + i]));
  return deepest_m;
}

/// Scenery may cross itself: walls meet at corners.
long long DrawnState::crossings() const {
  TriangleMesh all;
  for (const PublishedVertex& vertex : vertices_) all.positions_m.push_back(vertex.position_m);
  all.triangles = list_->triangles;
  const auto surfaces = static_cast<int>(all.triangles.size());
  const auto add = [&](const StaticMesh& mesh, const PublishedVertex* pose) {
    const auto first = static_cast<unsigned>(all.positions_m.size());
    for (const glm::vec3& x : mesh.positions_m)
      all.positions_m.push_back(
          pose ? pose->position_m + rotated(glm::vec4(pose->normal, pose->quaternion_w), x) : x);
    for (const glm::uvec3& t : mesh.triangles) all.triangles.push_back(t + first);
  };
  for (const StaticMesh& mesh : list_->scenery) add(mesh, nullptr);
  for (const InstancedPart& part : list_->moving_scenery)
    for (int i = 0; i < part.count; ++i) add(part.mesh, &vertices_[part.first_vertex + i]);
  return std::ranges::count_if(TriangleTree(all).crossings(),
                               [&](const auto& pair) { return pair.first < surfaces; });
}

}  // namespace limber
