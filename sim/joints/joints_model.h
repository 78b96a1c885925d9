#pragma once

#include <glm/glm.hpp>
#include <limits>
#include <string_view>
#include <vector>

#include "kernels/joints/joint.h"
#include "sim/publish.h"

namespace limber {

enum class JointKind { ball, hinge, fixed, distance };

constexpr std::string_view name_of(JointKind kind) {
  constexpr std::string_view names[] = {"ball", "hinge", "fixed", "distance"};
  return names[static_cast<int>(kind)];
}

/// A rigid body at its start: a box along the axes of its frame as far as it is drawn and touches.
struct RigidBody {
  RigidPose pose;
  glm::dvec3 velocity_m_s{0.0};
  glm::dvec3 spin_rad_s{0.0};  ///< in space
  glm::vec3 half_size_m{0.5f};
  double mass_kg = 1.0;
  glm::dvec3 inertia_kg_m2{1.0};  ///< about the axes of its frame
  bool held = false;              ///< nothing moves it
  int look = 0;
};

struct RigidJoint {
  JointKind kind = JointKind::ball;
  int body_a = -1, body_b = -1;         ///< b: -1 is what stands still
  glm::dvec3 at_a_m{0.0}, at_b_m{0.0};  ///< in the frames of the bodies
  /// The axis of a hinge is the x of these; of `fixed` they stay one upon the other.
  glm::dvec4 frame_a{0.0, 0.0, 0.0, 1.0}, frame_b{0.0, 0.0, 0.0, 1.0};
  double length_m = 0.0;  ///< of a distance
  double breaks_at_N = std::numeric_limits<double>::infinity();
};

/// What a simulation of articulated bodies needs to start. Host memory.
struct JointsModel {
  std::vector<StaticMesh> looks;  ///< in the frame of a body
  std::vector<RigidBody> bodies;
  std::vector<RigidJoint> joints;
};

/// Sets mass and inertia to those of a box that is filled evenly.
void fill_evenly(RigidBody& body, double density_kg_m3);

/// Whether these can be the principal moments of a body: all above 0, and none above the sum of the
/// two others.
bool is_inertia(const glm::dvec3& inertia_kg_m2);

/// A joint between bodies as they stand, at places in space. axis: of a hinge; any other length
/// than 0.
RigidJoint joint_between(const JointsModel& model, JointKind kind, int body_a, int body_b,
                         const glm::dvec3& at_a_m, const glm::dvec3& at_b_m,
                         const glm::dvec3& axis = glm::dvec3(1.0, 0.0, 0.0));
/// The same where both places are one.
RigidJoint joint_at(const JointsModel& model, JointKind kind, int body_a, int body_b,
                    const glm::dvec3& at_m, const glm::dvec3& axis = glm::dvec3(1.0, 0.0, 0.0));

/// The turn that takes the x axis to a direction.
glm::dvec4 turn_to(const glm::dvec3& direction);

/// The pose of a body of the model, or of what stands still.
RigidPose pose_of(const JointsModel& model, int body);

/// The blocks of rows of all joints, those of one side by side. A radian of a hinge or a fixed
/// joint counts as half the longest side of its smaller body.
std::vector<JointBlock> blocks_of(const JointsModel& model);

/// Where a joint is open, and how far.
struct OpenJoint {
  int joint = -1;
  double open_m = 0.0;
  glm::dvec3 at_m{0.0};
};

/// The joint that is open most as the bodies stand.
OpenJoint most_open(const JointsModel& model);

}  // namespace limber
