// Where a point meets a collider, against segments and spheres by a quadratic equation.

#include "kernels/plants/part_contact.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>

namespace limber {
namespace {

constexpr float thickness_m = 0.005f, contact_dt_s = 0.01f;

/// A rigid part at the end of its step, with one point at its origin.
struct OnePoint {
  PartPoint point{.part = 0};
  Mount mount;
  Pose pose{};
  PartMotion motion;
  int near = 1, touching = 0;
  glm::vec3 before_m{0.0f};
  PartContact contact;

  void find(Collider& collider) {
    const FindPartContacts body{.points = {{&point, 1}, {}, {}, {&pose, 1}, {&motion, 1}, {}},
                                .mounts = {&mount, 1},
                                .near = {&near, 1},
                                .before_m = {&before_m, 1},
                                .colliders = {&collider, 1},
                                .contacts = {&contact, 1},
                                .contacts_on = {},
                                .touching = {&touching, 1},
                                .thickness_m = thickness_m,
                                .friction = 0.4f,
                                .dt_s = contact_dt_s};
    body(0);
  }
};

/// Fraction of the segment from a to b at which it first meets the sphere.
std::optional<double> meets(glm::dvec3 a, glm::dvec3 b, glm::dvec3 center, double radius) {
  const glm::dvec3 way = b - a, from = a - center;
  const double p = dot(way, way), q = dot(from, way), r = dot(from, from) - radius * radius;
  const double root = q * q - p * r;
  if (root < 0.0) return std::nullopt;
  const double share = (-q - std::sqrt(root)) / p;
  return share >= 0.0 && share <= 1.0 ? std::optional(share) : std::nullopt;
}

/// Points that pass spheres of any size, close by and through the middle, in steps as long as a
/// metre: each that meets one gets its tangent plane, and no plane lies inside the sphere.
TEST(PartContact, IsAPlaneWhereThePointFirstMeetsASphere) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> share(-1.0f, 1.0f);
  const auto anywhere = [&] { return glm::vec3(share(random), share(random), share(random)); };
  int met = 0, passed = 0;
  for (int trial = 0; trial < 100000; ++trial) {
    Collider ball{.shape = ColliderShape::sphere};
    ball.radius_m = 0.002f + 0.3f * std::abs(share(random));
    ball.center_m = 0.5f * anywhere();
    OnePoint one;
    one.before_m = anywhere();
    one.pose.position_m = one.before_m + 0.5f * anywhere();
    one.pose.quaternion = {0.0f, 0.0f, 0.0f, 1.0f};
    one.motion.velocity_m_s = (one.pose.position_m - one.before_m) / contact_dt_s;
    const double kept_m = double(ball.radius_m) + double(thickness_m);
    if (glm::distance(one.before_m, ball.center_m) < kept_m) continue;
    one.find(ball);
    const glm::dvec3 a(one.before_m), center(ball.center_m);
    const glm::dvec3 b = a + 2.0 * (glm::dvec3(one.pose.position_m) - a);
    if (one.contact.collider >= 0) {
      const double plane_m = one.contact.offset_m - dot(glm::dvec3(one.contact.normal), center);
      ASSERT_NEAR(plane_m, kept_m, 1e-4) << "tangent to what is kept free, trial " << trial;
    }
    const auto expected = meets(a, b, center, kept_m - 1e-4);
    if (expected) {
      ++met;
      ASSERT_EQ(one.contact.collider, 0) << "trial " << trial;
    } else if (!meets(a, b, center, kept_m + 0.02)) {
      passed += one.contact.collider < 0 ? 1 : 0;
    }
  }
  EXPECT_GT(met, 500);
  EXPECT_GT(passed, 50000);
}

}  // namespace
}  // namespace limber
