#pragma once

// Slopes on which bodies slide by Coulomb's law, or stick.

#include <gtest/gtest.h>

#include <cmath>
#include <glm/glm.hpp>
#include <vector>

#include "kernels/collider.h"
#include "kernels/rotation.h"
#include "sim/world.h"

namespace limber {

/// Through the origin; x runs down it.
struct Slope {
  float angle_deg = 0.0f;
  float share = 0.0f;  ///< the coefficient of friction in multiples of the slope's tangent

  float angle_rad() const { return angle_deg * pi / 180.0f; }
  float friction() const { return share * std::tan(angle_rad()); }
  glm::vec3 down() const { return {std::cos(angle_rad()), -std::sin(angle_rad()), 0.0f}; }
  glm::vec3 up() const { return {std::sin(angle_rad()), std::cos(angle_rad()), 0.0f}; }
  glm::mat3 axes() const { return {down(), up(), glm::vec3(0.0f, 0.0f, 1.0f)}; }
  glm::dvec4 turn() const {
    const double half = -0.5 * static_cast<double>(angle_rad());
    return {0.0, 0.0, std::sin(half), std::cos(half)};
  }
  Collider box() const {
    Collider box{.shape = ColliderShape::box};
    box.axes = axes();
    box.half_size_m = {20.0f, 0.5f, 5.0f};
    box.center_m = -0.5f * up();
    return box;
  }
  /// Acceleration without friction.
  double free_m_s2() const { return 9.81 * std::sin(static_cast<double>(angle_rad())); }
};

/// Slopes of 5 to 40 degrees, on which bodies slide and stick.
inline std::vector<Slope> all_slopes(const std::vector<float>& shares = {0.5f, 1.5f}) {
  std::vector<Slope> all;
  for (const float angle_deg : {5.0f, 10.0f, 20.0f, 30.0f, 40.0f})
    for (const float share : shares) all.push_back({angle_deg, share});
  return all;
}

struct Slid {
  double m_s2;   ///< the mean acceleration
  double way_m;  ///< distance in the second half
  double half_s;
};

/// Measures motion down a slope over twice `steps` steps after a start-up. where_m: the distance
/// down the slope.
template <class Where>
Slid slide(World& world, int first_steps, int steps, const Where& where_m) {
  world.advance({.steps = first_steps});
  const double start_m = where_m();
  world.advance({.steps = steps});
  const double between_m = where_m();
  world.advance({.steps = steps});
  const double end_m = where_m(), half_s = steps * world.dt_s();
  return {(end_m - 2.0 * between_m + start_m) / (half_s * half_s), end_m - between_m, half_s};
}

struct CoulombBounds {
  double share = 0.05;      ///< of the sliding acceleration
  double creep_m_s = 4e-3;  ///< when sticking
};

/// Expects sliding by Coulomb's law, or sticking.
inline void expect_coulomb(const Slope& slope, const Slid& slid, const CoulombBounds& within = {}) {
  SCOPED_TRACE(testing::Message() << slope.angle_deg << " degrees, " << slope.share
                                  << " of the tangent");
  const double wanted_m_s2 = slope.free_m_s2() * (1.0 - static_cast<double>(slope.share));
  if (slope.share < 1.0f)
    EXPECT_NEAR(slid.m_s2, wanted_m_s2, within.share * wanted_m_s2);
  else
    EXPECT_LT(std::abs(slid.way_m / slid.half_s), within.creep_m_s);
}

/// Mean distance of some points down a slope.
template <class Points>
double mean_down_m(const Slope& slope, const Points& points_m, std::size_t first = 0) {
  double sum = 0.0;
  for (std::size_t i = first; i < points_m.size(); ++i)
    sum += glm::dot(glm::dvec3(points_m[i]), glm::dvec3(slope.down()));
  return sum / static_cast<double>(points_m.size() - first);
}

}  // namespace limber
