// Piles report contacts that cannot hold.

#include <gtest/gtest.h>

#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

class PilesTrouble : public EachBackend {};

/// A plate of 5 x 5 spheres, `ratio` times as heavy as each of the three balls under it, in a shaft
/// that they cannot leave.
Placed<PilesModel> plate_on_balls(float ratio) {
  std::vector<glm::vec3> centers_m;
  for (int i = 0; i < 25; ++i)
    centers_m.push_back(0.5f * ball_diameter_m * glm::vec3(i % 5 - 2, 0, i / 5 - 2));
  Placed<PilesModel> model;
  model.kinds = {{body_of_spheres({glm::vec3(0.0f)}, ball_diameter_m, 0.1f, "ball"), {}},
                 {body_of_spheres(centers_m, ball_diameter_m, 0.1f * ratio, "plate"), {}}};
  model.colliders = {Collider{}};
  for (const glm::vec3 out : {glm::vec3(1, 0, 0), {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}})
    model.colliders.push_back(
        {.shape = ColliderShape::box,
         .center_m = out * 0.36f,
         .half_size_m = {out.x == 0 ? 0.6f : 0.2f, 1.0f, out.z == 0 ? 0.6f : 0.2f}});
  for (const glm::vec2 at : {glm::vec2(0.1f, 0.0f), {-0.1f, 0.1f}, {-0.1f, -0.1f}})
    model.bodies.push_back(ball_at({at.x, 0.5f * ball_diameter_m, at.y}));
  PileBody plate{.kind = 1};
  plate.pose.position_m = {0.0f, 1.5f * ball_diameter_m, 0.0f};
  model.bodies.push_back(plate);
  return model;
}

std::string trouble_of(World& world, double for_s) {
  for (double t_s = 0.0; t_s < for_s; t_s += 8.0 * world.dt_s()) {
    run(world, 8);
    EXPECT_TRUE(world.finite_now());  // waits; otherwise a GPU would report it too late
    if (std::string trouble = world.trouble(); !trouble.empty()) return trouble;
  }
  return {};
}

TEST_P(PilesTrouble, IsToldWhereContactsDoNotHold) {
  PilesWorld light(exec(), plate_on_balls(10.0f), at_frames());
  EXPECT_EQ(trouble_of(light, 2.0), "");
  EXPECT_GT(light.poses()[3].position_m.y, 1.4f * ball_diameter_m);
  PilesWorld heavy(exec(), plate_on_balls(1000.0f), at_frames());
  EXPECT_NE(trouble_of(heavy, 2.0).find("contacts do not hold"), std::string::npos);
  heavy.reset();
  EXPECT_EQ(heavy.trouble(), "");
}

/// Forty balls at one position separate and recover soon.
TEST_P(PilesTrouble, IsNotToldOfWhatParts) {
  Placed<PilesModel> model = small_kinds();
  model.bodies = {ball_at({0, 0, 0}), ball_at({0.04f, 0, 0})};
  PilesWorld world(exec(), model, at_frames(weightless()));
  EXPECT_EQ(trouble_of(world, 1.0), "");
}

/// More contacts than a sphere can cache in a pile of one size.
TEST_P(PilesTrouble, IsToldWhereContactsAreNotRemembered) {
  for (const PilesSettings& settings : {weightless(), at_frames(weightless())}) {
    Placed<PilesModel> model;
    const SphereBody ball = body_of_spheres({glm::vec3(0.0f)}, ball_diameter_m, 1.0f, "ball");
    model.kinds = {{ball, {}}};
    for (int i = 0; i < 60; ++i)
      model.bodies.push_back(ball_at(0.002f * glm::vec3(i % 4, i / 4 % 4, i / 16)));
    PilesWorld world(exec(), model, settings);
    run(world, 2);
    EXPECT_GT(residual(world, exec(), "excess_contacts"), 60.0);
    EXPECT_NE(world.trouble().find("more contacts than there is memory for"), std::string::npos)
        << world.trouble();
  }
}

EACH_BACKEND(PilesTrouble);

}  // namespace
}  // namespace limber
