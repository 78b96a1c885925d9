// Heaps of balls of four sizes, the largest eight times as wide as the smallest: no contact and no
// shear spring is lost, counted over all pairs in double precision.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/each_backend.h"
#include "tests/sim/colliding_spheres.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

class PilesMixed : public EachBackend {};

constexpr float smallest_m = 0.025f;

/// About 600 balls above a box; the large ones start at the bottom, surrounded by small ones.
Placed<PilesModel> mixed_heap() {
  Placed<PilesModel> model;
  for (const float times : {1.0f, 2.0f, 4.0f, 8.0f})
    model.kinds.push_back(
        {body_of_spheres({glm::vec3(0.0f)}, times * smallest_m, 0.008f * times * times, "ball"),
         {}});
  float bottom_m = 0.01f;
  std::mt19937 random(5);
  std::uniform_real_distribution<float> jitter(-0.002f, 0.002f);
  const auto layers = [&](int kind, int side, int count) {
    const float step_m = 1.1f * model.kinds[kind].body.diameter_m;
    for (int layer = 0; layer < count; ++layer, bottom_m += step_m)
      for (int i = 0; i < side * side; ++i) {
        PileBody body{.kind = kind};
        const float middle = 0.5f * static_cast<float>(side - 1);
        body.pose.position_m =
            glm::vec3(step_m * (static_cast<float>(i % side) - middle) + jitter(random),
                      bottom_m + 0.5f * step_m,
                      step_m * (static_cast<float>(i / side) - middle) + jitter(random));
        model.bodies.push_back(body);
      }
  };
  layers(0, 8, 2);
  layers(3, 1, 1);
  layers(0, 8, 7);
  layers(1, 4, 1);
  layers(2, 2, 1);
  sort_by_kind(model);
  model.colliders = {Collider{}};
  for (const glm::vec3 out : {glm::vec3(1, 0, 0), {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}})
    model.colliders.push_back(
        {.shape = ColliderShape::box,
         .center_m = out * 0.52f + glm::vec3(0, 1.5f, 0),
         .half_size_m = {out.x == 0 ? 1.0f : 0.4f, 3.0f, out.z == 0 ? 1.0f : 0.4f}});
  return model;
}

using Pair = std::pair<int, int>;

/// All touching pairs; near: pairs that touch only up to rounding.
std::set<Pair> touching_pairs(const Placed<PilesModel>& model, const std::vector<Pose>& poses,
                              std::set<Pair>& near) {
  const auto radius_m = [&](int b) {
    return 0.5 * static_cast<double>(model.kinds[model.bodies[b].kind].body.diameter_m);
  };
  const int bodies = static_cast<int>(poses.size());
  std::set<Pair> touching;
  for (int a = 0; a < bodies; ++a)
    for (int b = a + 1; b < bodies; ++b) {
      const double gap_m =
          glm::distance(glm::dvec3(poses[a].position_m), glm::dvec3(poses[b].position_m)) -
          radius_m(a) - radius_m(b);
      if (std::abs(gap_m) < 1e-7) near.insert({a, b});
      if (gap_m < 0.0) touching.insert({a, b});
    }
  return touching;
}

TEST_P(PilesMixed, LoseNoContactAndNoShearSpring) {
  const Placed<PilesModel> model = mixed_heap();
  PilesSettings settings;
  PilesWorld world(exec(), model, settings);
  run(world, 2400);
  const std::vector<Pose> poses = world.poses();
  run(world, 1);  // forces and springs at these positions
  ASSERT_TRUE(world.finite_now());
  std::set<Pair> near;
  const std::set<Pair> touching = touching_pairs(model, poses, near);
  EXPECT_GT(touching.size(), 1000u);

  std::map<Pair, glm::dvec3> springs;
  for (const StoredShear& spring : world.pile().shear_springs())
    EXPECT_TRUE(springs.insert({{spring.sphere, spring.other}, spring.stretch_m}).second);
  std::vector<int> of_body(poses.size(), 0);
  for (const auto& [a, b] : touching) {
    ++of_body[a], ++of_body[b];
    if (near.contains({a, b})) continue;
    ASSERT_TRUE(springs.contains({a, b})) << a << " and " << b;
    ASSERT_TRUE(springs.contains({b, a})) << a << " and " << b;
    EXPECT_LT(glm::length(springs.at({a, b}) + springs.at({b, a})), 2e-7) << a << " and " << b;
  }
  EXPECT_LE(springs.size(), 2 * (touching.size() + near.size()));
  EXPECT_GT(*std::ranges::max_element(of_body), 48) << "more than a list of one size holds";

  // The solver counts walls as well.
  const std::vector<SphereForce> forces = world.pile().forces();
  for (std::size_t b = 0; b < poses.size(); ++b) {
    int walls = 0;
    for (const Collider& collider : model.colliders)
      walls += nearest_surface(collider, poses[b].position_m).distance_m <
               0.5f * model.kinds[model.bodies[b].kind].body.diameter_m;
    EXPECT_NEAR(forces[b].contacts, of_body[b] + walls, near.empty() ? 0.0 : 1.0) << b;
  }
  EXPECT_EQ(residual(world, exec(), "excess_contacts"), 0.0);
  EXPECT_EQ(world.trouble(), "");
}

EACH_BACKEND(PilesMixed);

TEST(PilesMixedSolvers, TbbGivesTheBitsOfSerial) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  const Placed<PilesModel> model = mixed_heap();
  PilesWorld one(serial, model, PilesSettings{}), other(tbb, model, PilesSettings{});
  run(one, 1200);
  run(other, 600);
  other.switch_to(serial);
  run(other, 300);
  other.switch_to(tbb);
  run(other, 300);
  EXPECT_EQ(one.state_hash(), other.state_hash());
}

/// A ball in a shell of small ones: with enough room nothing is lost; otherwise losses are counted.
TEST(SphereListsMixed, CountWhatFindsNoRoom) {
  Exec exec(Backend::serial);
  constexpr float large_m = 0.1f, small_m = 0.0125f;
  std::vector<SpherePlace> places{{glm::vec3(0.0f), 0}};
  std::vector<float> radii_m{large_m};
  constexpr int around = 250;
  for (int k = 0; k < around; ++k) {  // a spiral from pole to pole
    const float up = 1.0f - (2.0f * static_cast<float>(k) + 1.0f) / around;
    const float turn = 2.399963f * static_cast<float>(k), out = std::sqrt(1.0f - up * up);
    places.push_back(
        {(large_m + 0.95f * small_m) * glm::vec3(out * std::cos(turn), up, out * std::sin(turn)),
         k + 1});
    radii_m.push_back(small_m);
  }
  std::vector<SphereMotion> motions;
  for (const float radius_m : radii_m)
    motions.push_back({{0.01f, 0.0f, 0.0f}, 1.0f, glm::vec3(0.0f), radius_m});
  motions[0].velocity_m_s = glm::vec3(0.0f);
  const ContactLaw law{.stiffness_N_m = 2000.0f,
                       .damping_ratio = 0.4f,
                       .shear_ratio = 0.1f,
                       .shear_stiffness_N_m = 600.0f,
                       .friction = 5.0f,
                       .rolling = 0.05f};
  for (const bool extra_room : {true, false}) {
    CollidingSpheres colliding(exec, places, motions);
    SphereLists lists(exec, radii_m, 0, extra_room);
    for (int made = 0; made < 3; ++made) {
      lists.stale()[0] = 1;
      lists.update(exec, readable(colliding.places));
      colliding.collide(exec, lists, law, 2.0f * large_m, 0.0005f);
      // Kept through all rebuilt lists.
      int of_large = 0;
      for (const StoredShear& spring : lists.shear_springs(exec)) {
        if (spring.sphere != 0) continue;
        ++of_large;
        const float slid_m = glm::length(spring.stretch_m);
        const glm::vec3 n = glm::normalize(places[spring.other].position_m);
        const float across = std::sqrt(std::max(0.0f, 1.0f - n.x * n.x));
        EXPECT_NEAR(slid_m, across * 5e-6f * static_cast<float>(made + 1), 1e-8f);
      }
      EXPECT_EQ(of_large, extra_room ? around : ShearSprings::max_slots);
      EXPECT_EQ(colliding.forces.view()[0].contacts, static_cast<float>(around))
          << "no contact is lost";
    }
    EXPECT_EQ(colliding.tally.view()[0].excess_contacts,
              extra_room ? 0 : 3 * (around - ShearSprings::max_slots));
  }
}

}  // namespace
}  // namespace limber
