// [[rigid]], [[chain]], [[bridge]] and [[joint]] tables: articulated bodies.

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "scenes/joints_maker.h"
#include "scenes/joints_tables.h"
#include "sim/joints/close_joints.h"
#include "sim/joints/joints_system.h"

namespace limber {

// Found by the types of their arguments, see PlanOf.
static void move_model(JointsModel& model, const glm::vec3& by_m) {
  for (RigidBody& body : model.bodies) body.pose.position_m += glm::dvec3(by_m);
  for (RigidJoint& joint : model.joints)
    if (joint.body_b < 0) joint.at_b_m += glm::dvec3(by_m);
}

static float largest_radius_of(const JointsModel&) { return 0.0f; }

static std::unique_ptr<System> make_system(Exec& exec,
                                           const std::shared_ptr<const JointsModel>& model,
                                           const ColliderCount&, const JointsSettings& settings) {
  return std::make_unique<JointsSystem>(exec, *model, settings);
}

std::unique_ptr<SystemPlan> plan_joints(const JointsTables& tables,
                                        const JointsSettings& settings) {
  JointsMaker maker;
  BodyNames bodies;
  for (const auto& [reader, table] : tables.rigid) {
    bodies.add(maker.bodies(), "rigid", reader.place());
    maker.add(table, reader);
  }
  for (const auto& [reader, table] : tables.chains) {
    bodies.add(maker.bodies(), "chain", reader.place());
    maker.add(table, reader);
  }
  for (const auto& [reader, table] : tables.bridges) {
    bodies.add(maker.bodies(), "bridge", reader.place());
    maker.add(table);
  }
  for (const auto& [reader, table] : tables.joints) maker.add(table, reader);
  JointsModel model = maker.take();
  if (model.bodies.empty())
    tables.joints.front().reader.fail("bodies",
                                      "cannot be joined: there is no [[rigid]] or [[chain]]");
  if (const OpenJoint open = close_joints(model); open.open_m > closed_m) {
    // Those of chains and bridges are closed as they are made: where one of them gave way, a
    // [[joint]] has pulled it open.
    const int first = static_cast<int>(model.joints.size() - tables.joints.size());
    tables.joints[std::max(open.joint - first, 0)].reader.fail(
        "bodies", fmt::format("cannot be joined: their cycle does not close, {:.3g} m are left at "
                              "({:.3g}, {:.3g}, {:.3g}) m; move bodies nearer or make them longer",
                              open.open_m, open.at_m.x, open.at_m.y, open.at_m.z));
  }
  return std::make_unique<PlanOf<JointsModel, JointsSettings>>(
      "rigid", std::make_shared<JointsModel>(std::move(model)), bodies, settings);
}

}  // namespace limber
