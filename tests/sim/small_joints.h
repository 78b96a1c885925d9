#pragma once

#include <cmath>
#include <glm/glm.hpp>

#include "sim/joints/joints_system.h"
#include "sim/joints/rigid_solid.h"
#include "sim/world.h"
#include "tests/sim/slopes.h"
#include "tests/sim/small_worlds.h"

namespace limber {

/// A world of articulated bodies and colliders only.
struct JointsWorld : World {
  JointsWorld(Exec& exec, const JointsModel& model, const JointsSettings& settings,
              const std::vector<Collider>& colliders = {})
      : World(exec,
              {GroupModel{"", {.colliders = colliders}, {{"", [=](Exec& on) {
                                                            return std::make_unique<JointsSystem>(
                                                                on, model, settings);
                                                          }}}}}) {}
  JointsSystem& joints() { return system<JointsSystem>(); }
};

constexpr double g_m_s2 = 9.81f;

inline const Collider ground{.shape = ColliderShape::ground};

/// A collider with contact faces, its top at height 0.
inline Collider slab() {
  Collider box{.shape = ColliderShape::box};
  box.half_size_m = {5.0f, 0.5f, 5.0f};
  box.center_m = {0.0f, -0.5f, 0.0f};
  return box;
}

/// A box of 1000 kg/m^3. Returns its number.
inline int add_box(JointsModel& model, const glm::dvec3& center_m, const glm::vec3& size_m,
                   const glm::dvec4& turn = {0.0, 0.0, 0.0, 1.0}) {
  if (model.looks.empty()) model.looks.resize(1);
  RigidBody body;
  body.pose = {center_m, turn};
  body.half_size_m = 0.5f * size_m;
  fill_evenly(body, 1000.0);
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

inline JointsModel one(const RigidSolid& solid, const glm::dvec4& turn, const glm::dvec3& at_m) {
  JointsModel model;
  model.bodies.push_back(body_of({solid.placed(turn, at_m)}, {}, model));
  return model;
}

/// A box that lies on a slope.
inline JointsModel box_on(const Slope& slope) {
  JointsModel model;
  add_box(model, 0.05 * glm::dvec3(slope.up()), {0.2f, 0.1f, 0.2f}, slope.turn());
  return model;
}

/// Its distance down the slope.
inline double box_down_m(const Slope& slope, JointsWorld& world) {
  return mean_down_m(slope, std::vector{world.joints().poses()[0].position_m});
}

/// A chain of links along x from `from_m`; the first link is attached to the world.
inline JointsModel chain_along_x(int links, float length_m, const glm::dvec3& from_m) {
  JointsModel model;
  const double step_m = static_cast<double>(length_m);
  for (int i = 0; i < links; ++i) {
    add_box(model, from_m + glm::dvec3(step_m * (i + 0.5), 0.0, 0.0), {length_m, 0.05f, 0.05f});
    model.joints.push_back(
        joint_at(model, JointKind::ball, i, i - 1, from_m + glm::dvec3(step_m * i, 0.0, 0.0)));
  }
  return model;
}

/// A rod of one metre along x, hinged about z at its end at the origin.
inline JointsModel on_hinge(const JointWay& way) {
  JointsModel model;
  add_box(model, {0.5, 0.0, 0.0}, {1.0f, 0.1f, 0.1f});
  model.joints.push_back(
      joint_at(model, JointKind::hinge, 0, -1, glm::dvec3(0.0), {0.0, 0.0, 1.0}));
  model.joints[0].way = way;
  return model;
}

/// Angle below the horizontal of the x axis of a body that turns about z.
inline double angle_of(const RigidPose& pose) {
  const glm::dvec3 x = rotated(pose.quaternion, glm::dvec3(1.0, 0.0, 0.0));
  return std::atan2(-x.y, x.x);
}

/// Solved to double precision.
inline JointsSettings exact(float dt_s) {
  JointsSettings settings;
  settings.dt_s = dt_s;
  settings.tolerance_m = 0.0f;
  settings.cg_tolerance = 1e-10f;
  settings.cg_iterations = 300;
  settings.predictions = 6;
  settings.sleep_after_s = 0.0f;
  settings.cg_method = "persistent";  // hundreds of launches per solve take minutes on a GPU
  return settings;
}

}  // namespace limber
