#pragma once

#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/joints/drive.h"
#include "kernels/joints/joint.h"
#include "sim/publish.h"

namespace limber {

enum class JointKind { ball, hinge, fixed, distance, slider, universal };

inline constexpr std::array all_joint_kinds{JointKind::ball,   JointKind::hinge,
                                            JointKind::fixed,  JointKind::distance,
                                            JointKind::slider, JointKind::universal};

constexpr std::string_view name_of(JointKind kind) {
  constexpr std::string_view names[] = {"ball",     "hinge",  "fixed",
                                        "distance", "slider", "universal"};
  return names[static_cast<int>(kind)];
}

/// What acts along the way that a hinge or a slider leaves free: of body a against body b, about
/// the axis or along it, in radians or in metres, 0 where the joint's frames are one.
struct JointWay {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double rest = 0.0, stiffness = 0.0, damping = 0.0;  ///< N m/rad or N/m, N m s/rad or N s/m
  double motor_speed = 0.0, max_motor = 0.0;          ///< rad/s or m/s; N m or N, 0: no motor

  bool has_limits() const { return std::isfinite(low) || std::isfinite(high); }
  bool has_spring() const { return stiffness > 0.0 || damping > 0.0; }
  bool is_driven() const { return has_limits() || has_spring() || max_motor > 0.0; }
};

/// A point of what of a body touches, in its frame.
struct RigidCorner {
  glm::vec3 at_m{0.0f};
  glm::vec3 inward{0.0f};     ///< where it goes if all faces around it go in by 1
  float max_inward_m = 0.0f;  ///< how far they can
  float radius_m = 0.0f;      ///< the distance from it at which the body touches
};

/// What of a body touches: the drawn surface, or what is drawn is at a distance from it.
struct RigidShape {
  std::vector<RigidCorner> corners;
  std::vector<glm::uvec3> triangles;
};

/// Of twice that size.
RigidShape box_shape(const glm::vec3& half_size_m);

/// A rigid body at its start.
struct RigidBody {
  RigidPose pose;
  glm::dvec3 velocity_m_s{0.0};
  glm::dvec3 spin_rad_s{0.0};   ///< in space
  glm::vec3 half_size_m{0.5f};  ///< of a box around it along the axes of its frame
  int shape = -1;               ///< -1: that box
  bool touches = true;          ///< other bodies; all touch colliders
  double mass_kg = 1.0;
  glm::dvec3 inertia_kg_m2{1.0};  ///< about the axes of its frame
  bool held = false;              ///< nothing moves it
  int look = 0;
};

struct RigidJoint {
  JointKind kind = JointKind::ball;
  int body_a = -1, body_b = -1;         ///< b: -1 is what stands still
  glm::dvec3 at_a_m{0.0}, at_b_m{0.0};  ///< in the frames of the bodies
  /// The axis of a hinge or a slider is the x of these; of `fixed` they stay one upon the other. Of
  /// a universal joint their x stay at a right angle.
  glm::dvec4 frame_a{0.0, 0.0, 0.0, 1.0}, frame_b{0.0, 0.0, 0.0, 1.0};
  double length_m = 0.0;  ///< of a distance
  double breaks_at_N = std::numeric_limits<double>::infinity();
  JointWay way{};  ///< of a hinge or a slider
};

/// A body holds a vertex of another system at a point of its own.
struct RigidVertexJoint {
  int body = -1;
  glm::dvec3 at_m{0.0};  ///< in the frame of the body
  std::string system;    ///< by its name in the world
  int vertex = -1;
  double breaks_at_N = 0.0;  ///< 0: never
};

/// What a simulation of articulated bodies needs to start. Host memory.
struct JointsModel {
  std::vector<StaticMesh> looks;   ///< in the frame of a body
  std::vector<RigidShape> shapes;  ///< of those that are no boxes
  std::vector<RigidBody> bodies;
  std::vector<RigidJoint> joints;
  bool some_park = false;  ///< bodies: see kernels/joints/parked.h
  std::vector<RigidVertexJoint> vertex_joints{};
};

/// Sets mass and inertia to those of a solid box.
void fill_evenly(RigidBody& body, double density_kg_m3);

/// Whether these can be the principal moments of a body: all above 0, and none above the sum of the
/// two others.
bool is_inertia(const glm::dvec3& inertia_kg_m2);

/// A joint between bodies as they stand, at places in space. axis: of a hinge or a slider; any
/// other length than 0.
RigidJoint joint_between(const JointsModel& model, JointKind kind, int body_a, int body_b,
                         const glm::dvec3& at_a_m, const glm::dvec3& at_b_m,
                         const glm::dvec3& axis = glm::dvec3(1.0, 0.0, 0.0));
/// The same where both places are one.
RigidJoint joint_at(const JointsModel& model, JointKind kind, int body_a, int body_b,
                    const glm::dvec3& at_m, const glm::dvec3& axis = glm::dvec3(1.0, 0.0, 0.0));

/// A universal joint: the axis of body a, and that of body b at a right angle to it.
RigidJoint universal_at(const JointsModel& model, int body_a, int body_b, const glm::dvec3& at_a_m,
                        const glm::dvec3& at_b_m, const glm::dvec3& axis_a,
                        const glm::dvec3& axis_b);

/// The turn by an angle around an axis of unit length.
glm::dvec4 turn_around(const glm::dvec3& axis, double angle_rad);

/// The turn that takes the x axis to a direction.
glm::dvec4 turn_to(const glm::dvec3& direction);

/// The pose of a body of the model, or of what stands still.
RigidPose pose_of(const JointsModel& model, int body);

/// The blocks of rows of all joints, those of one side by side. A radian counts as half the longest
/// side of a joint's smaller body.
std::vector<JointBlock> blocks_of(const JointsModel& model);

/// What drives those of these blocks that are driven.
std::vector<JointDrive> drives_of(const JointsModel& model, const std::vector<JointBlock>& blocks);

/// Where a joint is open, and how far.
struct OpenJoint {
  int joint = -1;
  double open_m = 0.0;
  glm::dvec3 at_m{0.0};
};

/// The joint that is open most as the bodies stand.
OpenJoint max_open(const JointsModel& model);

}  // namespace limber
