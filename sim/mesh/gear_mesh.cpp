#include "sim/mesh/gear_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/mesh/extruded.h"

namespace limber {

namespace {

constexpr double pressure_rad = 20.0 * std::numbers::pi / 180.0;

/// The angle by which an involute has turned where its normal makes this angle with the tangent.
double involute_rad(double at_rad) { return std::tan(at_rad) - at_rad; }

}  // namespace

float max_backlash_m(float pitch_radius_m, int teeth) {
  return 0.5f * static_cast<float>(std::numbers::pi) * pitch_radius_m / static_cast<float>(teeth);
}

TriangleMesh gear_mesh(const GearSize& size) {
  constexpr int points_of_flank = 5;
  const double pitch_m = size.pitch_radius_m, module_m = 2.0 * pitch_m / size.teeth;
  const double base_m = pitch_m * std::cos(pressure_rad);
  const double root_m = pitch_m - 1.25 * module_m, tip_m = pitch_m + module_m;
  const double thickness_m =
      0.5 * std::numbers::pi * module_m - static_cast<double>(size.backlash_m);
  // Half of a tooth as seen from the axis; inside the base circle flanks are radial.
  const auto half_rad = [&](double radius_m) {
    const double at_rad = std::acos(std::min(1.0, base_m / radius_m));
    return 0.5 * thickness_m / pitch_m + involute_rad(pressure_rad) - involute_rad(at_rad);
  };
  std::vector<glm::vec2> outline;
  const auto add = [&](double radius_m, double angle) {
    outline.emplace_back(radius_m * std::cos(angle), radius_m * std::sin(angle));
  };
  for (int tooth = 0; tooth < size.teeth; ++tooth) {
    const double middle_rad = 2.0 * std::numbers::pi * tooth / size.teeth;
    const auto flank_m = [&](int k) {
      const double from_m = std::max(base_m, root_m);
      return from_m + (tip_m - from_m) * k / (points_of_flank - 1);
    };
    const bool radial_foot = root_m < base_m;
    if (radial_foot) add(root_m, middle_rad - half_rad(base_m));
    for (int k = 0; k < points_of_flank; ++k) add(flank_m(k), middle_rad - half_rad(flank_m(k)));
    for (int k = points_of_flank; k-- > 0;) add(flank_m(k), middle_rad + half_rad(flank_m(k)));
    if (radial_foot) add(root_m, middle_rad + half_rad(base_m));
  }
  return extruded(outline, size.length_m);
}

}  // namespace limber
