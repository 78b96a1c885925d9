// Points of rigid bodies on colliders: one thread per body against several on a GPU, and against a
// loop over all points.

#include "kernels/joints/push_points.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernels/buffer.h"
#include "tests/each_backend.h"
#include "tests/view_of.h"

namespace limber {
namespace {

/// Bodies of few and of many points, of which some touch something.
struct Touching {
  std::vector<RigidPoint> points;
  std::vector<int> first{0}, body_of_point;
  std::vector<RigidTouch> touches;
  std::vector<RigidInertia> inertias;
  std::vector<RigidPose> poses;
  std::vector<RigidMomentum> momenta;

  Touching() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> share(-1.0, 1.0);
    const auto any = [&] { return glm::dvec3(share(random), share(random), share(random)); };
    for (const int size : {0, 1, 8, 33, 500, 40}) {
      const int body = static_cast<int>(inertias.size());
      RigidInertia inertia;
      if (size != 40) {
        inertia.inverse_mass_per_kg = 0.7;
        inertia.inverse_per_kg_m2 = glm::dvec3(1.0, 2.0, 3.0);
      }
      inertias.push_back(inertia);
      poses.push_back(
          {.position_m = any(), .quaternion = glm::normalize(glm::dvec4(any(), share(random)))});
      momenta.push_back({any(), any()});
      for (int i = 0; i < size; ++i) {
        points.push_back({.at_m = glm::vec3(any()), .radius_m = 0.1f});
        body_of_point.push_back(body);
        RigidTouch touch;
        touch.normal = glm::normalize(any());
        touch.impulse_N_s = touch.normal * glm::max(0.0, 0.1 * share(random));
        touch.surface_m_s = 0.1 * any();
        touch.gap_m = 0.001 * share(random);
        touch.touches = share(random) > 0.3 ? 1 : 0;
        touches.push_back(touch);
      }
      first.push_back(static_cast<int>(points.size()));
    }
  }
  int bodies() const { return static_cast<int>(inertias.size()); }
};

struct Pushed {
  std::vector<RigidMomentum> momenta;
  std::vector<RigidTouch> touches;
  std::vector<int> listed, counts;
};

Pushed pushed(const Exec& exec, const Touching& all) {
  const Buffer<RigidPoint> points(exec, all.points);
  const Buffer<int> first(exec, all.first), body_of_point(exec, all.body_of_point);
  const Buffer<RigidInertia> inertias(exec, all.inertias);
  const Buffer<RigidPose> poses(exec, all.poses);
  Buffer<RigidMomentum> momenta(exec, all.momenta);
  Buffer<RigidTouch> touches(exec, all.touches);
  Buffer<int> listed(exec, std::vector<int>(all.points.size(), -1));
  Buffer<int> counts(exec, std::vector<int>(all.inertias.size(), 0));
  PushRigidTouches push{.bodies = {.points = readable(points),
                                   .first = readable(first),
                                   .body_of_point = readable(body_of_point),
                                   .touches = {},
                                   .inertias = readable(inertias)},
                        .poses = readable(poses),
                        .momenta = momenta.view(),
                        .touches = touches.view(),
                        .listed = {listed.view(), counts.view()},
                        .friction = 0.5,
                        .lists = true,
                        .warm_starts = true,
                        .dt_s = 0.01};
  launch_push_points(exec, "push", all.bodies(), push);
  push.lists = push.warm_starts = false;
  launch_push_points(exec, "push", all.bodies(), push);
  return {momenta.download(exec), touches.download(exec), listed.download(exec),
          counts.download(exec)};
}

class PushTouches : public EachBackend {};

TEST_P(PushTouches, ListTheirPointsAndEndAsALoopOverAllDoes) {
  const Touching all;
  const Pushed now = pushed(exec(), all);
  // The same impulses, sum by sum, with all points that touch in each sweep.
  Touching here = all;
  const PushRigidTouches push{.bodies = {.points = view_of(all.points),
                                         .first = view_of(all.first),
                                         .body_of_point = view_of(all.body_of_point),
                                         .touches = {},
                                         .inertias = view_of(all.inertias)},
                              .poses = view_of(all.poses),
                              .momenta = {},
                              .touches = {},
                              .listed = {},
                              .friction = 0.5,
                              .lists = false,
                              .warm_starts = false,
                              .dt_s = 0.01};
  for (int b = 0; b < all.bodies(); ++b) {
    if (!all.inertias[b].moves()) continue;
    RigidMomentum& momentum = here.momenta[b];
    std::vector<int> listed;
    for (int i = all.first[b]; i < all.first[b + 1]; ++i) {
      if (all.touches[i].touches == 0) continue;
      listed.push_back(i);
      const glm::dvec3 arm_m = here.touches[i].lever_m(push.bodies, i, all.poses[b]);
      momentum.linear_kg_m_s += here.touches[i].impulse_N_s;
      momentum.angular_kg_m2_s += glm::cross(arm_m, here.touches[i].impulse_N_s);
    }
    for (int sweep = 0; sweep < 2 * PushRigidTouches::sweeps; ++sweep)
      for (const int i : listed) {
        RigidTouch& touch = here.touches[i];
        const glm::dvec3 arm_m = touch.lever_m(push.bodies, i, all.poses[b]);
        const glm::dvec3 v =
            point_velocity_m_s(all.poses[b], momentum, all.inertias[b], arm_m) - touch.surface_m_s;
        if (glm::dot(touch.impulse_N_s, touch.normal) > 0.0 ||
            glm::dot(v, touch.normal) < touch.wanted_m_s(0.01))
          touch.impulse_N_s = push.pushed(touch, b, all.inertias[b], arm_m, momentum);
      }
    ASSERT_EQ(now.counts[b], static_cast<int>(listed.size())) << b;
    for (std::size_t k = 0; k < listed.size(); ++k)
      ASSERT_EQ(now.listed[all.first[b] + static_cast<int>(k)], listed[k]) << b;
    EXPECT_LT(glm::distance(now.momenta[b].linear_kg_m_s, momentum.linear_kg_m_s), 1e-9) << b;
    EXPECT_LT(glm::distance(now.momenta[b].angular_kg_m2_s, momentum.angular_kg_m2_s), 1e-9) << b;
    for (const int i : listed)
      EXPECT_LT(glm::distance(now.touches[i].impulse_N_s, here.touches[i].impulse_N_s), 1e-9) << i;
    if (listed.size() < 2) continue;
    EXPECT_GT(glm::distance(momentum.linear_kg_m_s, all.momenta[b].linear_kg_m_s), 1e-3) << b;
  }
  EXPECT_EQ(now.counts.back(), 0) << "a body that does not move";
}

EACH_BACKEND(PushTouches);

}  // namespace
}  // namespace limber
