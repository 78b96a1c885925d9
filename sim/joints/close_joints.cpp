// Closes joints as a step does [Weber13, section 4.2], but at rest: with a time step of one second,
// impulses are displacements.

#include "sim/joints/close_joints.h"

#include "kernels/exec.h"
#include "sim/joints/joints_system.h"

namespace limber {

OpenJoint close_joints(JointsModel& model) {
  const OpenJoint at_start = max_open(model);
  if (at_start.open_m <= closed_m) return at_start;
  constexpr int max_rounds = 200;
  Exec exec(Backend::serial);
  JointsSettings settings;
  settings.cg_iterations = 1000;
  settings.cg_tolerance = 1e-9f;
  JointsSystem system(exec, model, settings);
  system.close_joints(max_rounds);
  const std::vector<RigidPose> poses = system.poses();
  for (std::size_t b = 0; b < poses.size(); ++b) model.bodies[b].pose = poses[b];
  return max_open(model);
}

}  // namespace limber
