// People of rigid parts on joints that fall on each other.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "scenes/scene.h"
#include "sim/joints/joints_system.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

constexpr double speed_m_s = 6.0;
const std::string four_people =
    "family = \"joints\"\n[settings]\ndt_s = 0.0041667\nmethod = \"descent\"\n"
    "descent_iterations = 80\ncontact_distance_m = 0.02\nfriction = 0.35\n[[collider]]\n"
    "[[ragdoll]]\ncenter_m = [0, 1.2, 0]\ncopies = [1, 4, 1]\nstep_m = [1.9, 1.0, 1.9]\n"
    "tumbled = true\nvelocity_m_s = [0, -6, 0]\nseed = ";

class Ragdolls : public EachBackend {};

/// Impacts and friction take energy. A step that is solved well gives none: contacts whose impulses
/// overshoot give hundreds of joules and more.
TEST_P(Ragdolls, GainLittleEnergyAsTheyLand) {
  for (const char* seed : {"2", "7", "14"}) {
    const auto world = open_scene_text("people", four_people + seed).build(exec());
    auto& joints = world->system<JointsSystem>();
    std::vector<double> masses_kg;
    for (const RigidMomentum& momentum : joints.momenta())
      masses_kg.push_back(glm::length(momentum.linear_kg_m_s) / speed_m_s);
    const auto energy_J = [&] {
      const std::vector<RigidMomentum> momenta = joints.momenta();
      const std::vector<RigidPose> poses = joints.poses();
      double sum_J = 0.0;
      for (std::size_t b = 0; b < poses.size(); ++b) {
        const glm::dvec3 p = momenta[b].linear_kg_m_s;
        sum_J += 0.5 * glm::dot(p, p) / masses_kg[b] + masses_kg[b] * 9.81 * poses[b].position_m.y;
      }
      return sum_J;
    };
    const double start_J = energy_J();
    double before_J = start_J, gained_J = 0.0;
    for (int step = 0; step < 240; ++step) {
      world->advance({.steps = 1});
      const double now_J = energy_J();
      gained_J = std::max(gained_J, now_J - before_J);
      before_J = now_J;
    }
    EXPECT_LT(gained_J, 200.0) << "of " << start_J << ", seed " << seed;
    EXPECT_LT(before_J, 0.5 * start_J) << "they have landed";
  }
}

EACH_BACKEND(Ragdolls);

}  // namespace
}  // namespace limber
