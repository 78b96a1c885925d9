// Collisions in a pile conserve momentum at any speed and penetration: summed in double precision.

#include <gtest/gtest.h>

#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

class PilesMomentum : public EachBackend {};

constexpr float speeds_m_s[] = {1, 2, 5, 6, 8, 12, 20};

struct MomentumSums {
  glm::dvec3 linear{0.0}, angular{0.0};  ///< about the origin
  double sizes = 0.0;                    ///< sum of the bodies' momenta's magnitudes
  double energy_J = 0.0;
};

MomentumSums sums_of_pile(PilesWorld& world, const Placed<PilesModel>& model) {
  MomentumSums sums;
  const std::vector<Pose> poses = world.poses();
  const std::vector<BodyMomentum> momenta = world.momenta();
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const SphereBody& shape = model.kinds[model.bodies[b].kind].body;
    const glm::dvec3 p(momenta[b].linear_kg_m_s), l(momenta[b].angular_kg_m2_s);
    const glm::dvec3 own(rotated_back(poses[b].quaternion, momenta[b].angular_kg_m2_s));
    sums.linear += p;
    sums.angular += glm::cross(glm::dvec3(poses[b].position_m), p) + l;
    sums.sizes += glm::length(p);
    sums.energy_J += 0.5 * glm::dot(p, p) / static_cast<double>(shape.mass_kg) +
                     0.5 * glm::dot(own / glm::dvec3(shape.inertia_kg_m2), own);
  }
  return sums;
}

/// Two equal balls of 30 mm, colliding head on or off-centre.
Placed<PilesModel> two_balls(float speed_m_s, float aside_m) {
  Placed<PilesModel> model;
  model.kinds = {{body_of_spheres({glm::vec3(0.0f)}, 0.03f, 0.1f, "ball"), {}}};
  model.bodies = {ball_at({-0.0301f, 0, 0}, {speed_m_s, 0, 0}), ball_at({0, aside_m, 0})};
  return model;
}

/// Two balls of 10 cm, made of 20 mm spheres, that collide off-centre while spinning.
Placed<PilesModel> two_lumps(float speed_m_s) {
  std::vector<glm::vec3> centers_m;
  for (int i = 0; i < 125; ++i) {
    const glm::vec3 x = 0.02f * (glm::vec3(i % 5, i / 5 % 5, i / 25) - 2.0f);
    if (glm::length(x) < 0.045f) centers_m.push_back(x);
  }
  Placed<PilesModel> model;
  model.kinds = {{body_of_spheres(centers_m, 0.02f, 0.5f, "lump"), {}}};
  model.bodies = {ball_at({-0.11f, 0, 0}, {speed_m_s, 0, 0}), ball_at({0, 0.03f, 0.01f})};
  model.bodies[0].spin_rad_s = {30, 5, -20};
  model.bodies[1].spin_rad_s = {-10, 25, 5};
  model.bodies[1].pose.quaternion = unit_quaternion({0.2f, 0.1f, 0.4f, 1.0f});
  return model;
}

void expect_kept(Exec& exec, const Placed<PilesModel>& model, const PilesSettings& settings,
                 const char* what, float speed_m_s) {
  PilesWorld world(exec, model, settings);
  const MomentumSums before = sums_of_pile(world, model);
  run(world, static_cast<int>(0.06 / world.dt_s()));
  ASSERT_TRUE(world.finite_now());
  const MomentumSums after = sums_of_pile(world, model);
  EXPECT_LT(glm::distance(before.linear, after.linear), 1e-5 * before.sizes) << what << speed_m_s;
  EXPECT_LT(glm::distance(before.angular, after.angular), 1e-5 * before.sizes) << what << speed_m_s;
  EXPECT_LT(after.energy_J, before.energy_J) << what << speed_m_s;
  EXPECT_GT(glm::length(glm::dvec3(world.momenta()[1].linear_kg_m_s)), 0.1 * before.sizes)
      << "nothing has met";
}

TEST_P(PilesMomentum, IsKeptAtAnySpeed) {
  for (const PilesSettings& settings : {weightless(), at_frames(weightless())})
    for (const float speed_m_s : speeds_m_s) {
      expect_kept(exec(), two_balls(speed_m_s, 0.0f), settings, "balls", speed_m_s);
      expect_kept(exec(), two_balls(speed_m_s, 0.012f), settings, "balls aside", speed_m_s);
      expect_kept(exec(), two_lumps(speed_m_s), settings, "lumps", speed_m_s);
    }
}

EACH_BACKEND(PilesMomentum);

}  // namespace
}  // namespace limber
