// Balls shot at bodies of all kinds.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/each_backend.h"
#include "tests/sim/world_parts.h"

namespace limber {
namespace {

class BallAmongSystems : public EachBackend {};

constexpr BallKind light{.radius_m = 0.1f, .density_kg_m3 = 200.0f};

TEST_P(BallAmongSystems, MeetsWhatASceneIsMadeOf) {
  WorldParts all;
  all.gravity_m_s2 = 0.0f;
  add_block(all.fem, {0.0f, 0.0f, 0.0f}, glm::vec3(0.2f));
  add_box(all.rigid, {1.0, 0.0, 0.0}, glm::vec3(0.2f));
  World world(exec(), {all.group()});
  const auto y_m = [&](double x_m) {
    double sum = 0.0;
    int count = 0;
    for (const glm::vec3& x : world.positions_m())
      if (std::abs(static_cast<double>(x.x) - x_m) < 0.3 && std::abs(x.z) < 0.3f) {
        sum += static_cast<double>(x.y);
        ++count;
      }
    return sum / count;
  };
  const double fem_m = y_m(0.0);
  world.shoot({{0.0f, 0.4f, 0.0f}, {0.0f, -3.0f, 0.0f}, light});
  world.shoot({{1.0f, 0.4f, 0.0f}, {0.0f, -3.0f, 0.0f}, light});
  world.advance({.steps = 120});
  EXPECT_LT(world.system<JointsSystem>().poses()[0].position_m.y, -0.02);
  EXPECT_LT(y_m(0.0), fem_m - 0.02);
}

EACH_BACKEND(BallAmongSystems);

}  // namespace
}  // namespace limber
