// Gears against the law of gearing: involute teeth turn each other at a constant ratio, so that the
// play between two that mesh does not depend on where they are. By cuts of segments in double
// precision.

#include "sim/mesh/gear_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/mesh/solid_integrals.h"

namespace limber {
namespace {

using Outline = std::vector<glm::dvec2>;

/// Of the gear's foot, turned and moved along x.
Outline outline_of(const TriangleMesh& gear, double turn_rad, double at_x_m) {
  Outline outline;
  const std::size_t n = (gear.positions_m.size() - 2) / 2;
  for (std::size_t i = 0; i < n; ++i) {
    const glm::dvec3 x(gear.positions_m[i]);
    outline.emplace_back(at_x_m + x.x * std::cos(turn_rad) + x.z * std::sin(turn_rad),
                         x.x * std::sin(turn_rad) - x.z * std::cos(turn_rad));
  }
  return outline;
}

double twice_area(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool cut(const Outline& a, const Outline& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const glm::dvec2 &p = a[i], &q = a[(i + 1) % a.size()];
    for (std::size_t j = 0; j < b.size(); ++j) {
      const glm::dvec2 &r = b[j], &s = b[(j + 1) % b.size()];
      if (twice_area(p, q, r) * twice_area(p, q, s) < 0.0 &&
          twice_area(r, s, p) * twice_area(r, s, q) < 0.0)
        return true;
    }
  }
  return false;
}

/// How far the second of two gears that mesh can turn until teeth meet, one way and the other.
double play_rad(const GearSize& first, const GearSize& second, double turn_rad) {
  const Outline still = outline_of(gear_mesh(first), turn_rad, 0.0);
  const TriangleMesh other = gear_mesh(second);
  const double distance_m = static_cast<double>(first.pitch_radius_m) + second.pitch_radius_m;
  // A gap of the second towards the first while a tooth of the first points at it.
  const double middle_rad =
      std::numbers::pi + std::numbers::pi / second.teeth - turn_rad * first.teeth / second.teeth;
  double sum_rad = 0.0;
  for (const double way : {-1.0, 1.0}) {
    double free_rad = 0.0, cut_rad = std::numbers::pi / second.teeth;
    EXPECT_FALSE(cut(still, outline_of(other, middle_rad, distance_m)));
    for (int i = 0; i < 30; ++i) {
      const double at_rad = 0.5 * (free_rad + cut_rad);
      (cut(still, outline_of(other, middle_rad + way * at_rad, distance_m)) ? cut_rad : free_rad) =
          at_rad;
    }
    sum_rad += free_rad;
  }
  return sum_rad;
}

/// Chords of flanks add up to 0.4 mm to a backlash of 7 mm.
TEST(GearMesh, TurnsAnotherEvenly) {
  const GearSize small{.pitch_radius_m = 0.2f, .length_m = 0.1f, .teeth = 20, .backlash_m = 0.004f};
  const GearSize large{.pitch_radius_m = 0.3f, .length_m = 0.1f, .teeth = 30, .backlash_m = 0.003f};
  const double backlash_rad = (0.004 + 0.003) / 0.3;
  for (int i = 0; i < 16; ++i)
    EXPECT_NEAR(play_rad(small, large, 2.0 * std::numbers::pi / small.teeth * i / 16.0),
                backlash_rad, 0.06 * backlash_rad)
        << i;
}

TEST(GearMesh, IsClosedAndAboutAsLargeAsItsPitchCircle) {
  for (const int teeth : {12, 21, 60}) {
    const TriangleMesh gear =
        gear_mesh({.pitch_radius_m = 0.5f, .length_m = 0.2f, .teeth = teeth, .backlash_m = 0.0f});
    const SolidIntegrals solid = solid_integrals(gear);
    EXPECT_NEAR(solid.volume_m3, std::numbers::pi * 0.25 * 0.2,
                0.05 * std::numbers::pi * 0.25 * 0.2)
        << teeth;
    EXPECT_LT(glm::length(solid.center_m), 1e-4);
  }
}

}  // namespace
}  // namespace limber
