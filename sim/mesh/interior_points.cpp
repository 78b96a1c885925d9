// Poisson-disk sampling with graded density by dart throwing: [Cook86]. The darts are the cells of
// an octree, shallow ones first, which gives layers of points below the surface.

#include "sim/mesh/interior_points.h"
#include "sim/mesh/surfaces.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/mesh/box_tree.h"
#include "sim/mesh/triangle_tree.h"

namespace limber {

namespace {

constexpr double first_depth = 1.5;  ///< of the shallowest points, in mean edges of the surface
constexpr double coarsest = 0.35;    ///< initial distance of darts, in depths
constexpr int max_halvings = 2;      ///< of that distance
constexpr std::size_t darts_each = 30;
constexpr int trials = 12;  ///< bisection steps for the spacing

/// A candidate point.
struct Dart {
  glm::vec3 at_m;
  float depth_m;
};

/// Makes darts, at the centres of cells that are smaller near the surface.
class Octree {
 public:
  Octree(const TriangleTree& tree, double shallowest_m, double fineness, Progress& progress)
      : tree_(tree), shallowest_m_(shallowest_m), fineness_(fineness), progress_(progress) {}

  std::vector<Dart> darts(const glm::vec3& center_m, float half_m) {
    split(center_m, half_m);
    std::stable_sort(darts_.begin(), darts_.end(),
                     [](const Dart& a, const Dart& b) { return a.depth_m < b.depth_m; });
    return std::move(darts_);
  }

 private:
  void split(const glm::vec3& center_m, float half_m) {
    const float depth_m = -tree_.signed_distance_m(center_m);
    if (depth_m + std::sqrt(3.0f) * half_m < shallowest_m_) return;
    if (2.0 * half_m <= fineness_ * std::max<double>(depth_m, shallowest_m_)) {
      if (depth_m >= shallowest_m_) darts_.push_back({center_m, depth_m});
      return;
    }
    progress_.report("choosing points inside", -1.0f);
    const float h = 0.5f * half_m;
    for (int i = 0; i < 8; ++i)
      split(center_m + h * glm::vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1), h);
  }

  const TriangleTree& tree_;
  double shallowest_m_, fineness_;
  Progress& progress_;
  std::vector<Dart> darts_;
};

/// A spatial grid of the points taken so far.
class Taken {
 public:
  Taken(const Box& box, double cell_m) : low_m_(box.low_m) {
    const glm::vec3 size_m = box.high_m - box.low_m;
    const float longest_m = std::max({size_m.x, size_m.y, size_m.z});
    cell_m_ = std::max(static_cast<float>(cell_m), longest_m / max_cells);
    count_ = glm::ivec3(size_m / cell_m_) + 1;
    cells_.resize(static_cast<std::size_t>(count_.x) * count_.y * count_.z);
  }

  bool any_within(const glm::vec3& x, float radius_m) const {
    const glm::ivec3 low = cell_of(x - radius_m), high = cell_of(x + radius_m);
    const auto near = [&](const glm::vec3& point) {
      const glm::vec3 offset = point - x;
      return glm::dot(offset, offset) < radius_m * radius_m;
    };
    const glm::ivec3 span = high - low + 1;
    if (static_cast<std::size_t>(span.x) * span.y * span.z > points_m.size())
      return std::any_of(points_m.begin(), points_m.end(), near);
    for (int k = low.z; k <= high.z; ++k)
      for (int j = low.y; j <= high.y; ++j)
        for (int i = low.x; i <= high.x; ++i)
          for (const glm::vec3& point : cells_[index({i, j, k})])
            if (near(point)) return true;
    return false;
  }

  void add(const glm::vec3& x) {
    points_m.push_back(x);
    cells_[index(cell_of(x))].push_back(x);
  }

  std::vector<glm::vec3> points_m;

 private:
  static constexpr float max_cells = 100.0f;  ///< along a side

  glm::ivec3 cell_of(const glm::vec3& x) const {
    return glm::clamp(glm::ivec3((x - low_m_) / cell_m_), glm::ivec3(0), count_ - 1);
  }
  std::size_t index(const glm::ivec3& c) const {
    return (static_cast<std::size_t>(c.z) * count_.y + c.y) * count_.x + c.x;
  }

  glm::vec3 low_m_;
  float cell_m_ = 0.0f;
  glm::ivec3 count_{0};
  std::vector<std::vector<glm::vec3>> cells_;
};

/// Takes each dart that has no taken point within `spread` times its depth.
std::vector<glm::vec3> darts_taken(const std::vector<Dart>& darts, const Box& box, double spread) {
  if (darts.empty()) return {};
  Taken taken(box, spread * darts[0].depth_m);
  for (const Dart& dart : darts)
    if (!taken.any_within(dart.at_m, static_cast<float>(spread * dart.depth_m)))
      taken.add(dart.at_m);
  return std::move(taken.points_m);
}

}  // namespace

std::vector<glm::vec3> interior_points(const TriangleMesh& surface, int count, Progress& progress) {
  const TriangleTree tree(surface);
  Box box;
  for (const glm::vec3& x : surface.positions_m) box.add(x);
  const glm::vec3 size_m = box.high_m - box.low_m;
  const float half_m = 0.5f * std::max({size_m.x, size_m.y, size_m.z});
  std::vector<Dart> darts;
  double fineness = coarsest;
  for (int i = 0; i <= max_halvings && darts.size() < darts_each * count; ++i, fineness *= 0.5)
    darts = Octree(tree, first_depth * mean_edge_m(surface), fineness, progress)
                .darts(0.5f * (box.low_m + box.high_m), half_m);

  double low = 0.1, high = 10.0;  // bounds of the spread; a larger one gives fewer points
  std::vector<glm::vec3> best = darts_taken(darts, box, high);
  for (int i = 0; i < trials; ++i) {
    progress.report("choosing points inside", static_cast<float>(i) / trials);
    const double spread = std::sqrt(low * high);
    std::vector<glm::vec3> points = darts_taken(darts, box, spread);
    const bool too_many = points.size() > static_cast<std::size_t>(count);
    (too_many ? low : high) = spread;
    if (!too_many) best = std::move(points);
  }
  return best;
}

}  // namespace limber
