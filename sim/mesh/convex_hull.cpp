// Incremental: the faces that are visible from the next point are replaced by a cone to that point
// [Preparata85, section 3.4.3].

#include "sim/mesh/convex_hull.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "kernels/error.h"

namespace limber {

namespace {

class Hull {
 public:
  Hull(const std::vector<glm::vec3>& points_m, const std::string& name)
      : points_(points_m.begin(), points_m.end()) {
    constexpr std::size_t max_triangles = 20'000;  // time grows with their square
    start(name);
    // Farthest points first, so that few points become corners that a later point replaces.
    glm::dvec3 middle(0.0);
    for (const glm::dvec3& x : points_) middle += x / static_cast<double>(points_.size());
    std::vector<int> order(points_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater(),
                             [&](int i) { return glm::distance(points_[i], middle); });
    for (const int i : order) {
      add(i);
      if (faces_.size() > max_triangles)
        throw Error(
            ExitCode::bad_input,
            fmt::format("{} has more than {} triangles; give fewer points or a coarser mesh", name,
                        max_triangles));
    }
  }

  TriangleMesh mesh() const {
    TriangleMesh mesh;
    std::vector<int> place(points_.size(), -1);
    for (const Face& face : faces_)
      for (const int i : face.corners) place[i] = 0;
    for (int i = 0; i < count(); ++i) {
      if (place[i] < 0) continue;
      place[i] = static_cast<int>(mesh.positions_m.size());
      mesh.positions_m.emplace_back(points_[i]);
    }
    for (const Face& face : faces_)
      mesh.triangles.emplace_back(place[face.corners[0]], place[face.corners[1]],
                                  place[face.corners[2]]);
    return mesh;
  }

 private:
  struct Face {
    int corners[3];
    glm::dvec3 normal;
    double offset_m;
  };

  int count() const { return static_cast<int>(points_.size()); }

  /// The point with the largest measure, and that measure.
  template <class Measure>
  std::pair<int, double> furthest(const Measure& measure) const {
    std::pair<int, double> best(-1, -1.0);
    for (int i = 0; i < count(); ++i)
      if (const double value = measure(points_[i]); value > best.second) best = {i, value};
    return best;
  }

  /// Starts with a tetrahedron of points that are far from each other.
  void start(const std::string& name) {
    if (points_.size() < 4)
      throw Error(
          ExitCode::bad_input,
          fmt::format("{} has {} points, but a body needs at least four", name, points_.size()));
    const glm::dvec3 a = points_[0];
    const auto [second, length_m] = furthest([&](const auto& x) { return glm::distance(x, a); });
    negligible_m_ = 1e-6 * length_m;
    const glm::dvec3 along = (points_[second] - a) / std::max(length_m, 1e-300);
    const auto [third, width_m] = furthest(
        [&](const auto& x) { return glm::length(x - a - along * glm::dot(x - a, along)); });
    const glm::dvec3 normal =
        width_m > 0.0 ? glm::normalize(glm::cross(along, points_[third] - a)) : glm::dvec3(0.0);
    const auto [fourth, depth_m] =
        furthest([&](const auto& x) { return std::abs(glm::dot(x - a, normal)); });
    if (!(depth_m > negligible_m_) || !(length_m > 0.0))
      throw Error(ExitCode::bad_input,
                  fmt::format("{} is flat: its {} points lie in a plane", name, points_.size()));
    const bool below = glm::dot(points_[fourth] - a, normal) < 0.0;
    const int b = below ? second : third, c = below ? third : second;
    for (const auto& [x, y, z] :
         {std::array{0, b, c}, {0, c, fourth}, {c, b, fourth}, {b, 0, fourth}})
      add_face(x, y, z);
  }

  void add_face(int a, int b, int c) {
    const glm::dvec3 cross = glm::cross(points_[b] - points_[a], points_[c] - points_[a]);
    const double length = glm::length(cross);
    const glm::dvec3 normal = length > 0.0 ? cross / length : glm::dvec3(0.0);
    faces_.push_back({{a, b, c}, normal, glm::dot(normal, points_[a])});
  }

  void add(int i) {
    const auto sees = [&](const Face& face) {
      return glm::dot(face.normal, points_[i]) - face.offset_m > negligible_m_;
    };
    const auto seen = std::stable_partition(faces_.begin(), faces_.end(),
                                            [&](const Face& face) { return !sees(face); });
    if (seen == faces_.end()) return;
    // The horizon: edges of visible faces that occur in one direction only.
    std::map<std::pair<int, int>, int> uses;
    std::vector<std::pair<int, int>> edges;
    for (auto face = seen; face != faces_.end(); ++face)
      for (int k = 0; k < 3; ++k) {
        edges.emplace_back(face->corners[k], face->corners[(k + 1) % 3]);
        ++uses[edges.back()];
      }
    faces_.erase(seen, faces_.end());
    for (const auto& [a, b] : edges)
      if (!uses.contains({b, a})) add_face(a, b, i);
  }

  std::vector<glm::dvec3> points_;
  std::vector<Face> faces_;
  double negligible_m_ = 0.0;
};

}  // namespace

TriangleMesh convex_hull(const std::vector<glm::vec3>& points_m, const std::string& name) {
  return Hull(points_m, name).mesh();
}

}  // namespace limber
