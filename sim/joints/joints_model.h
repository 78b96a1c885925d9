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

/// Limits, spring and motor along the free coordinate of a hinge or slider: body a relative to body
/// b, in radians about or metres along the axis; 0 where the joint's frames coincide. Of a ball or
/// universal joint only `high`: of the angle by which it swings, see RigidJoint.
struct JointWay {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double rest = 0.0, stiffness = 0.0, damping = 0.0;  ///< N m/rad or N/m, N m s/rad or N s/m
  double motor_speed = 0.0, max_motor = 0.0;          ///< rad/s or m/s; N m or N, 0: no motor

  bool has_limits() const { return std::isfinite(low) || std::isfinite(high); }
  bool has_spring() const { return stiffness > 0.0 || damping > 0.0; }
  bool is_driven() const { return has_limits() || has_spring() || max_motor > 0.0; }
};

/// A corner of a contact surface, in the frame of the body.
struct RigidCorner {
  glm::vec3 at_m{0.0f};
  glm::vec3 inward{0.0f};     ///< displacement if all faces around it are offset inwards by 1
  float max_inward_m = 0.0f;  ///< maximum offset
  float radius_m = 0.0f;      ///< distance from it to the body's surface
};

/// The contact surface of a body: the drawn surface, or a core with radii.
struct RigidShape {
  std::vector<RigidCorner> corners;
  std::vector<glm::uvec3> triangles;
  std::vector<int> boxes;  ///< first corners: see ContactShape
};

/// Of twice this size.
RigidShape box_shape(const glm::vec3& half_size_m);

/// A rigid body at its start.
struct RigidBody {
  RigidPose pose;
  glm::dvec3 velocity_m_s{0.0};
  glm::dvec3 spin_rad_s{0.0};   ///< in world space
  glm::vec3 half_size_m{0.5f};  ///< of its bounding box, along the axes of its frame
  int shape = -1;               ///< -1: that box
  bool touches = true;          ///< collides with other bodies; all collide with colliders
  double mass_kg = 1.0;
  glm::dvec3 inertia_kg_m2{1.0};  ///< about the axes of its frame
  bool held = false;              ///< nothing moves it
  int look = 0;
};

struct RigidJoint {
  JointKind kind = JointKind::ball;
  int body_a = -1, body_b = -1;         ///< b: -1 is the world
  glm::dvec3 at_a_m{0.0}, at_b_m{0.0};  ///< in the frames of the bodies
  /// Frames of the joint on both bodies. Their x is the axis of a hinge or slider; `fixed` keeps
  /// them aligned; a universal joint keeps their x axes perpendicular. A ball swings by the angle
  /// between their x axes, a universal joint by that between their z axes.
  glm::dvec4 frame_a{0.0, 0.0, 0.0, 1.0}, frame_b{0.0, 0.0, 0.0, 1.0};
  double length_m = 0.0;  ///< of `distance`
  double breaks_at_N = std::numeric_limits<double>::infinity();
  JointWay way{};
};

/// A joint of a point of a body with a vertex of another system.
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
  std::vector<RigidShape> shapes;  ///< of bodies that are not boxes
  std::vector<RigidBody> bodies;
  std::vector<RigidJoint> joints;
  bool some_park = false;  ///< some bodies are parked: see kernels/joints/parked.h
  std::vector<RigidVertexJoint> vertex_joints{};
};

/// Sets mass and inertia to those of a solid box.
void fill_evenly(RigidBody& body, double density_kg_m3);

/// Whether these can be the principal moments of a body: all positive, and none above the sum of
/// the others.
bool is_inertia(const glm::dvec3& inertia_kg_m2);

/// A joint between bodies in their current poses, at points in world space. axis: of a hinge or
/// slider; any length except 0.
RigidJoint joint_between(const JointsModel& model, JointKind kind, int body_a, int body_b,
                         const glm::dvec3& at_a_m, const glm::dvec3& at_b_m,
                         const glm::dvec3& axis = glm::dvec3(1.0, 0.0, 0.0));
/// The same with both points at one place.
RigidJoint joint_at(const JointsModel& model, JointKind kind, int body_a, int body_b,
                    const glm::dvec3& at_m, const glm::dvec3& axis = glm::dvec3(1.0, 0.0, 0.0));

/// A universal joint: the axis of body a and the perpendicular one of body b.
RigidJoint universal_at(const JointsModel& model, int body_a, int body_b, const glm::dvec3& at_a_m,
                        const glm::dvec3& at_b_m, const glm::dvec3& axis_a,
                        const glm::dvec3& axis_b);

/// The rotation by an angle about an axis of unit length.
glm::dvec4 turn_around(const glm::dvec3& axis, double angle_rad);

/// A rotation of the x axis to a direction.
glm::dvec4 turn_to(const glm::dvec3& direction);

/// The pose of a body of the model, or of the world for -1.
RigidPose pose_of(const JointsModel& model, int body);

/// The blocks of rows of all joints; those of one joint are adjacent. Angles are multiplied by half
/// the longest side of the joint's smaller body.
std::vector<JointBlock> blocks_of(const JointsModel& model);

/// The drives of those blocks that have any.
std::vector<JointDrive> drives_of(const JointsModel& model, const std::vector<JointBlock>& blocks);

/// A joint, and how far and where it is open.
struct OpenJoint {
  int joint = -1;
  double open_m = 0.0;
  glm::dvec3 at_m{0.0};
};

/// The joint with the largest opening in the current poses.
OpenJoint max_open(const JointsModel& model);

}  // namespace limber
