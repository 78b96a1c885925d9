// People of rigid parts on joints that fall on each other.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/ext/quaternion_double.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>

#include "scenes/scene.h"
#include "sim/joints/joints_system.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

constexpr double falling_m_s = 6.0;
const std::string four_people =
    "family = \"joints\"\n[settings]\ndt_s = 0.0041667\nmethod = \"descent\"\n"
    "descent_iterations = 80\ncontact_distance_m = 0.02\nfriction = 0.35\n[[collider]]\n"
    "[[ragdoll]]\ncenter_m = [0, 1.2, 0]\ncopies = [1, 4, 1]\nstep_m = [1.9, 1.0, 1.9]\n"
    "tumbled = true\nvelocity_m_s = [0, -6, 0]\nseed = ";

class Ragdolls : public EachBackend {};

/// Impacts and friction dissipate energy. Of chaotic heaps some gain hundreds of joules in a step
/// that has not converged; updates of multipliers that overshoot do that to most of them.
TEST_P(Ragdolls, GainLittleEnergyAsTheyLand) {
  std::vector<double> gains_J;
  for (const char* seed : {"1", "6", "10", "12", "14"}) {
    const auto world = open_scene_text("people", four_people + seed).build(exec());
    auto& joints = world->system<JointsSystem>();
    std::vector<double> masses_kg;
    for (const RigidMomentum& momentum : joints.momenta())
      masses_kg.push_back(glm::length(momentum.linear_kg_m_s) / falling_m_s);
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
    gains_J.push_back(gained_J);
    EXPECT_LT(before_J, 0.5 * start_J) << "they have landed";
  }
  std::ranges::sort(gains_J);
  EXPECT_LT(gains_J[gains_J.size() / 2], 60.0) << "joules, in the median";
}

/// How far body a has turned against body b since they stood, about x, which was across the person.
double turned_deg(const std::vector<RigidPose>& starts, const std::vector<RigidPose>& now, int a,
                  int b) {
  const auto turned = [&](int body) {  // since the start
    const glm::dvec4 q = now[body].quaternion, p = starts[body].quaternion;
    return glm::dquat(q.w, q.x, q.y, q.z) * glm::inverse(glm::dquat(p.w, p.x, p.y, p.z));
  };
  const glm::dquat turn = glm::inverse(turned(b)) * turned(a);
  return glm::degrees(std::remainder(2.0 * std::atan2(turn.x, turn.w), 2.0 * glm::pi<double>()));
}

/// Upright people fall on their feet and on each other: knees and elbows bend, one way only.
TEST_P(Ragdolls, KneesAndElbowsBendOneWay) {
  const auto world =
      open_scene_text("people",
                      "family = \"joints\"\n[settings]\ndt_s = 0.0041667\nmethod = \"descent\"\n"
                      "contact_distance_m = 0.02\nfriction = 0.35\n[[collider]]\n"
                      "[[ragdoll]]\ncenter_m = [0, 1.2, 0]\ncopies = [1, 4, 1]\n"
                      "step_m = [1.9, 2.0, 1.9]\nvelocity_m_s = [0, -6, 0]\n")
          .build(exec());
  auto& joints = world->system<JointsSystem>();
  const std::vector<RigidPose> starts = joints.poses();
  constexpr int parts = 13, arms = 3, forearms = 5, thighs = 7, shins = 9;
  double min_knee_deg = 0.0, max_knee_deg = 0.0, min_elbow_deg = 0.0, max_elbow_deg = 0.0;
  for (int k = 0; k < 24; ++k) {
    world->advance({.steps = 10});
    const std::vector<RigidPose> now = joints.poses();
    for (int first = 0; first < static_cast<int>(now.size()); first += parts)
      for (int side = 0; side < 2; ++side) {
        const double knee_deg =
            turned_deg(starts, now, first + shins + side, first + thighs + side);
        const double elbow_deg =
            turned_deg(starts, now, first + forearms + side, first + arms + side);
        min_knee_deg = std::min(min_knee_deg, knee_deg);
        max_knee_deg = std::max(max_knee_deg, knee_deg);
        min_elbow_deg = std::min(min_elbow_deg, elbow_deg);
        max_elbow_deg = std::max(max_elbow_deg, elbow_deg);
      }
  }
  EXPECT_GT(min_knee_deg, -10.0);
  EXPECT_GT(max_knee_deg, 60.0) << "knees have bent";
  EXPECT_LT(max_elbow_deg, 10.0);
  EXPECT_LT(min_elbow_deg, -40.0) << "elbows have bent";
}

EACH_BACKEND(Ragdolls);

}  // namespace
}  // namespace limber
