// [Shirley97]: a grid on a disc without a pole, which avoids slivers around a pole of the sack.

#include "sim/mesh/sack_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "sim/mesh/surfaces.h"

namespace limber {

namespace {

using glm::dvec2;

/// Maps the square [-1, 1]^2 to the unit disc, concentric squares to circles.
dvec2 on_disc(dvec2 p) {
  const bool wide = std::abs(p.x) >= std::abs(p.y);
  const double radius = wide ? p.x : p.y;
  if (radius == 0.0) return dvec2(0.0);
  constexpr double quarter = std::numbers::pi / 4.0;
  const double angle = wide ? quarter * p.y / p.x : 2.0 * quarter - quarter * p.x / p.y;
  return radius * dvec2(std::cos(angle), std::sin(angle));
}

/// The angle on an ellipse, from its lowest point at 0 to its widest at pi / 2, as a function of
/// the fraction of its arc length.
class EvenAngles {
 public:
  EvenAngles(double radius_m, double depth_m) {
    for (int i = 1; i <= pieces; ++i) {
      const double a = angle(i - 0.5);  // of the middle of a piece
      way_m_.push_back(way_m_.back() + std::hypot(radius_m * std::cos(a), depth_m * std::sin(a)));
    }
  }
  double at(double share) const {
    const double wanted_m = std::clamp(share, 0.0, 1.0) * way_m_.back();
    const auto after = std::upper_bound(way_m_.begin() + 1, way_m_.end() - 1, wanted_m);
    const auto i = after - way_m_.begin();
    return angle(static_cast<double>(i - 1) +
                 (wanted_m - way_m_[i - 1]) / (way_m_[i] - way_m_[i - 1]));
  }

 private:
  static constexpr int pieces = 4096;
  static double angle(double piece) { return 0.5 * std::numbers::pi * piece / pieces; }
  std::vector<double> way_m_{0.0};
};

}  // namespace

TriangleMesh sack_mesh(int columns, int rows, float diameter_m, float depth_m,
                       const glm::vec3& center_m) {
  TriangleMesh mesh = grid_mesh(columns, rows, glm::vec2(2.0f), {}, {1, 0, 0}, {0, 0, -1});
  const double radius_m = 0.5 * static_cast<double>(diameter_m);
  const EvenAngles angles(radius_m, depth_m);
  for (glm::vec3& p : mesh.positions_m) {
    const dvec2 disc = on_disc(dvec2(p.x, p.z));
    const double share = glm::length(disc);
    const double angle = angles.at(share);
    const dvec2 outwards = share > 0.0 ? disc / share : dvec2(0.0);
    const dvec2 side_m = radius_m * std::sin(angle) * outwards;
    p = center_m + glm::vec3(side_m.x, -static_cast<double>(depth_m) * std::cos(angle), side_m.y);
  }
  return mesh;
}

}  // namespace limber
