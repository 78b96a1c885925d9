// Finite elements on slopes: blocks and cloth slide by Coulomb's law, or stick, with any material.

#include <gtest/gtest.h>

#include <cmath>

#include "sim/fem/spring_cloth.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/surfaces.h"
#include "tests/each_backend.h"
#include "tests/sim/slopes.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

constexpr float gravity_m_s2 = 9.81f;

class FemSlope : public EachBackend {
 protected:
  /// From 0.3 to 0.8 s.
  Slid slid(const Slope& slope, Placed<FemModel> model) {
    model.colliders = {slope.box()};
    FemSettings settings;
    settings.mass_damping_per_s = 0.0f;
    settings.gravity_m_s2 = gravity_m_s2;
    settings.friction = slope.friction();
    FemWorld world(exec(), model, settings);
    const auto down_m = [&] {
      double sum = 0.0, mass = 0.0;
      const std::vector<glm::vec3> x = world.positions_m();
      for (std::size_t i = 0; i < x.size(); ++i) {
        sum += double(model.masses_kg[i]) * glm::dot(x[i], slope.down());
        mass += model.masses_kg[i];
      }
      return sum / mass;
    };
    return slide(world, 30, 25, down_m);
  }
};

TEST_P(FemSlope, BlocksSlideAsCoulombSaysOrStay) {
  for (const float young_modulus_Pa : {2e4f, 1e6f})
    for (const Slope& slope : all_slopes({0.0f, 0.5f, 0.8f, 0.9f, 1.1f, 1.5f})) {
      SCOPED_TRACE(young_modulus_Pa);
      Placed<FemModel> model;
      Solid block;
      block.mesh = box_mesh({-0.2f, -0.05f, -0.15f}, {0.2f, 0.05f, 0.15f}, {4, 1, 3});
      add_solid(model, block, {.young_modulus_Pa = young_modulus_Pa, .poisson_ratio = 0.3f},
                {.turn = slope.axes(), .at_m = slope.up() * 0.056f});
      // Near the limit soft bodies vibrate and creep.
      const bool near_limit = slope.share > 1.0f && slope.share < 1.2f;
      expect_coulomb(slope, slid(slope, model),
                     {.share = 0.03, .creep_m_s = near_limit ? 0.04 : 1e-3});
    }
}

TEST_P(FemSlope, ClothOfSpringsSlidesAsCoulombSaysOrStays) {
  for (const Slope& slope : all_slopes({0.0f, 0.5f, 0.8f, 1.1f, 1.5f})) {
    Placed<FemModel> model;
    model.kind = ElementKind::spring;
    add_cloth(model, {.columns = 5,
                      .rows = 5,
                      .mesh = grid_mesh(5, 5, glm::vec2(0.3f), slope.up() * 0.006f, slope.down(),
                                        {0.0f, 0.0f, 1.0f})});
    expect_coulomb(slope, slid(slope, model));
  }
}

EACH_BACKEND(FemSlope);

}  // namespace
}  // namespace limber
