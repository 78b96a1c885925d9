// Finite elements on slopes: a block slides as Coulomb says, or stays, whatever it is made of.

#include <gtest/gtest.h>

#include <cmath>

#include "sim/mesh/box_mesh.h"
#include "tests/each_solver.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

constexpr float gravity_m_s2 = 9.81f;

struct Slope {
  float angle_deg;
  float friction_of_tangent;  ///< the coefficient as a share of the slope's tangent
};

class FemSlope : public EachSolver {
 protected:
  /// Mean acceleration down a slope from 0.3 to 0.8 s.
  double acceleration_m_s2(const Slope& slope, float young_modulus_Pa) {
    const float angle = slope.angle_deg * pi / 180.0f;
    const glm::vec3 down(std::cos(angle), -std::sin(angle), 0.0f),
        up(std::sin(angle), std::cos(angle), 0.0f);
    Placed<FemModel> model;
    Solid block;
    block.mesh = box_mesh({-0.2f, -0.05f, -0.15f}, {0.2f, 0.05f, 0.15f}, {4, 1, 3});
    add_solid(model, block, {.young_modulus_Pa = young_modulus_Pa, .poisson_ratio = 0.3f},
              {.turn = glm::mat3(down, up, glm::vec3(0.0f, 0.0f, 1.0f)), .at_m = up * 0.056f});
    Collider plane{.shape = ColliderShape::box};
    plane.axes = glm::mat3(down, up, glm::vec3(0.0f, 0.0f, 1.0f));
    plane.half_size_m = {20.0f, 1.0f, 5.0f};
    plane.center_m = -up;
    model.colliders = {plane};
    FemSettings settings;
    settings.mass_damping_per_s = 0.0f;
    settings.gravity_m_s2 = gravity_m_s2;
    settings.friction = slope.friction_of_tangent * std::tan(angle);
    FemWorld world(exec(), model, settings);
    const auto down_m = [&] {
      double sum = 0.0, mass = 0.0;
      const std::vector<glm::vec3> x = world.positions_m();
      for (std::size_t i = 0; i < x.size(); ++i) {
        sum += double(model.masses_kg[i]) * glm::dot(x[i], down);
        mass += model.masses_kg[i];
      }
      return sum / mass;
    };
    const double dt_s = settings.dt_s;
    const int steps = static_cast<int>(std::lround(0.25 / dt_s));
    world.advance({.steps = static_cast<int>(std::lround(0.3 / dt_s))});
    const double at_start = down_m();
    world.advance({.steps = steps});
    const double between = down_m();
    world.advance({.steps = steps});
    return (down_m() - 2.0 * between + at_start) / (steps * dt_s * steps * dt_s);
  }
};

TEST_P(FemSlope, BlocksSlideAsCoulombSaysOrStay) {
  for (const float young_modulus_Pa : {2e4f, 1e6f})
    for (const float angle_deg : {5.0f, 10.0f, 20.0f, 30.0f, 40.0f})
      for (const float share : {0.0f, 0.5f, 0.8f, 0.9f, 1.1f, 1.5f}) {
        const double angle = angle_deg * M_PI / 180.0;
        const double free = gravity_m_s2 * std::sin(angle);
        const double expected = free * std::max(0.0, 1.0 - share);
        EXPECT_NEAR(acceleration_m_s2({angle_deg, share}, young_modulus_Pa), expected, 0.03 * free)
            << young_modulus_Pa << " Pa, " << angle_deg << " degrees, " << share
            << " of the tangent";
      }
}

EACH_SOLVER(FemSlope);

}  // namespace
}  // namespace limber
