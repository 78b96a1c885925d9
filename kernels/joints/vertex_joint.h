#pragma once

// Joints between a point of a rigid body and a vertex of a cloth or solid that steps by itself. For
// such a step the vertex borrows from the body's mass the effective mass of its point (mass
// splitting [Tonge12]), so that constraints of light particles feel what hangs on them. The
// momentum that this mass gained goes to the body, which then takes its own step with all of its
// joints. By then the two points may be apart: they are brought together, and share their
// velocities.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/joints/joined_vertices.h"
#include "kernels/joints/rigid_body.h"
#include "kernels/view.h"

namespace limber {

struct VertexJoint {
  glm::dvec3 at_m{0.0};  ///< in the body's frame
  int body = -1;
  int vertex = -1;              ///< of its system
  double joints_of_body = 1.0;  ///< such joints that share the body
  double breaks_at_N = 0.0;     ///< 0: never
};

/// The state of a joint within a step.
struct VertexJointStep {
  glm::dvec3 free_m_s{0.0};     ///< final velocity of the vertex if nothing held it
  glm::dvec3 impulse_N_s{0.0};  ///< on the body, still to be applied
  glm::dvec3 shift_kg_m{0.0};   ///< the same, but changes its position only
  glm::dvec3 sum_N_s{0.0};      ///< of all impulses in this step of the world
  double lent_kg = 0.0;         ///< borrowed from the body
  double open_m = 0.0;          ///< before the points are brought together
  float own_inverse_mass_per_kg = 0.0f;
  int unused = 0;
};

struct JoinedBodies {
  View<RigidPose> poses;
  View<const RigidInertia> inertias;
  View<RigidMomentum> momenta;

  LIMBER_HD glm::dvec3 lever_m(const VertexJoint& joint) const {
    return rotated(poses[joint.body].quaternion, joint.at_m);
  }
};

/// The inverse effective mass matrix of a point of a body.
LIMBER_HD inline glm::dmat3 mobility_per_kg(const RigidPose& pose, const RigidInertia& inertia,
                                            const glm::dvec3& lever_m) {
  glm::dmat3 mobility;
  for (int c = 0; c < 3; ++c) {
    glm::dvec3 impulse(0.0);
    impulse[c] = 1.0;
    const RigidMomentum momentum{impulse, glm::cross(lever_m, impulse)};
    mobility[c] = point_velocity_m_s(pose, momentum, inertia, lever_m);
  }
  return mobility;
}

/// An upper bound of its largest eigenvalue: the lesser of two bounds for symmetric matrices.
LIMBER_HD inline double max_mobility_per_kg(const glm::dmat3& mobility) {
  double max_of_row = 0.0, squares = 0.0;
  for (int c = 0; c < 3; ++c) {
    double of_row = 0.0;
    for (int r = 0; r < 3; ++r) {
      of_row += glm::abs(mobility[c][r]);
      squares += mobility[c][r] * mobility[c][r];
    }
    max_of_row = glm::max(max_of_row, of_row);
  }
  return glm::min(max_of_row, glm::sqrt(squares));
}

/// Runs before a step of a system with vertices. One thread per joint.
struct LendMass {
  static constexpr int grain = 64;
  View<const VertexJoint> joints;
  View<const int> broken;
  JoinedBodies bodies;
  JoinedVertices vertices;
  View<VertexJointStep> steps;
  bool first;  ///< in the step of the world

  LIMBER_HD void operator()(int k) const {
    const VertexJoint joint = joints[k];
    VertexJointStep step = steps[k];
    if (first) step.impulse_N_s = step.shift_kg_m = step.sum_N_s = glm::dvec3(0.0);
    const float inverse_mass = vertices.particles[joint.vertex].inverse_mass_per_kg;
    step.own_inverse_mass_per_kg = inverse_mass;
    step.lent_kg = 0.0;
    if (broken[k] == 0 && inverse_mass > 0.0f) {
      const RigidInertia inertia = bodies.inertias[joint.body];
      const double max_per_kg = max_mobility_per_kg(
          mobility_per_kg(bodies.poses[joint.body], inertia, bodies.lever_m(joint)));
      if (inertia.moves()) step.lent_kg = 1.0 / (joint.joints_of_body * max_per_kg);
      const double mass_kg = 1.0 / static_cast<double>(inverse_mass) + step.lent_kg;
      vertices.weigh(joint.vertex, inertia.moves() ? static_cast<float>(1.0 / mass_kg) : 0.0f);
      step.free_m_s = vertices.velocity_m_s(joint.vertex) * static_cast<double>(vertices.kept) +
                      glm::dvec3(vertices.gained_m_s);
    }
    steps[k] = step;
  }
};

/// Runs after that step. One thread per joint.
struct TakeMassBack {
  static constexpr int grain = 64;
  View<const VertexJoint> joints;
  JoinedVertices vertices;
  View<VertexJointStep> steps;

  LIMBER_HD void operator()(int k) const {
    const int v = joints[k].vertex;
    VertexJointStep step = steps[k];
    vertices.weigh(v, step.own_inverse_mass_per_kg);
    const glm::dvec3 gained = (vertices.velocity_m_s(v) - step.free_m_s) * step.lent_kg;
    step.impulse_N_s += gained;
    step.sum_N_s += gained;
    steps[k] = step;
  }
};

/// Applies the impulses of vertex joints to bodies, in the order of joints. One thread per body
/// that has any.
struct PushJoinedBodies {
  static constexpr int grain = 16;
  View<const int> which;  ///< bodies
  Incidence joints_of_body;
  View<const VertexJoint> joints;
  View<VertexJointStep> steps;
  JoinedBodies bodies;

  LIMBER_HD void operator()(int i) const {
    const int b = which[i];
    RigidMomentum momentum = bodies.momenta[b], shift{};
    for (int n = joints_of_body.first[i]; n < joints_of_body.first[i + 1]; ++n) {
      const int k = joints_of_body.items[n];
      const glm::dvec3 lever_m = bodies.lever_m(joints[k]);
      momentum.linear_kg_m_s += steps[k].impulse_N_s;
      momentum.angular_kg_m2_s += glm::cross(lever_m, steps[k].impulse_N_s);
      shift.linear_kg_m_s += steps[k].shift_kg_m;
      shift.angular_kg_m2_s += glm::cross(lever_m, steps[k].shift_kg_m);
      steps[k].impulse_N_s = steps[k].shift_kg_m = glm::dvec3(0.0);
    }
    const RigidInertia inertia = bodies.inertias[b];
    if (!inertia.moves()) return;
    bodies.momenta[b] = momentum;
    const RigidPose pose = bodies.poses[b];
    bodies.poses[b] = {
        pose.position_m + shift.linear_kg_m_s * inertia.inverse_mass_per_kg,
        turned(pose.quaternion, spin_rad_s(inertia, pose.quaternion, shift.angular_kg_m2_s))};
  }
};

/// Ends the world's step: brings both points together, without adding velocity, and equalizes their
/// velocities. One thread per joint.
struct CloseVertexJoints {
  static constexpr int grain = 64;
  View<const VertexJoint> joints;
  View<int> broken;
  JoinedBodies bodies;
  JoinedVertices vertices;
  View<VertexJointStep> steps;
  double dt_s;  ///< of the world
  bool first, last;

  LIMBER_HD void operator()(int k) const {
    if (broken[k] != 0) return;
    const VertexJoint joint = joints[k];
    VertexJointStep step = steps[k];
    const int v = joint.vertex;
    const RigidPose pose = bodies.poses[joint.body];
    const RigidInertia inertia = bodies.inertias[joint.body];
    const glm::dvec3 lever_m = bodies.lever_m(joint), at_m(vertices.particles[v].position_m);
    const auto inverse_mass = static_cast<double>(vertices.particles[v].inverse_mass_per_kg);
    const glm::dvec3 gap_m = pose.position_m + lever_m - at_m;
    if (first) step.open_m = glm::sqrt(glm::dot(gap_m, gap_m));
    if (inverse_mass > 0.0 || inertia.moves()) {
      glm::dmat3 inverse_masses = mobility_per_kg(pose, inertia, lever_m) * joint.joints_of_body;
      for (int r = 0; r < 3; ++r) inverse_masses[r][r] += inverse_mass;
      const glm::dmat3 masses = glm::inverse(inverse_masses);
      const glm::dvec3 velocity = vertices.velocity_m_s(v);
      const glm::dvec3 missing =
          point_velocity_m_s(pose, bodies.momenta[joint.body], inertia, lever_m) - velocity;
      glm::dvec3 given = masses * missing, shift = masses * gap_m;
      if (inverse_mass > 0.0) {
        const glm::vec3 now_m(at_m + shift * inverse_mass);
        const glm::dvec3 displacement_m =
            (velocity + given * inverse_mass) * static_cast<double>(vertices.substep_s);
        vertices.particles[v].position_m = now_m;
        vertices.before[v].position_m = glm::vec3(glm::dvec3(now_m) - displacement_m);
        // What the vertex got, as its rounded positions tell.
        given = (vertices.velocity_m_s(v) - velocity) / inverse_mass;
        shift = (glm::dvec3(now_m) - at_m) / inverse_mass;
      }
      step.impulse_N_s = -given;
      step.shift_kg_m = -shift;
      step.sum_N_s -= given;
    }
    if (last && joint.breaks_at_N > 0.0 &&
        glm::dot(step.sum_N_s, step.sum_N_s) > joint.breaks_at_N * joint.breaks_at_N * dt_s * dt_s)
      broken[k] = 1;
    steps[k] = step;
  }
};

/// The worst of all joints with vertices.
struct WorstVertexJoint {
  double open_m = 0.0;
  int joint = -1;
  int broken = 0;
};

/// One thread.
struct FindWorstVertexJoint {
  static constexpr int grain = 1;
  View<const VertexJointStep> steps;
  View<const int> broken;
  View<WorstVertexJoint> worst;

  LIMBER_HD void operator()(int) const {
    WorstVertexJoint widest;
    for (int k = 0; k < steps.size; ++k) {
      if (broken[k] != 0) {
        ++widest.broken;
        continue;
      }
      if (steps[k].open_m <= widest.open_m || !(widest.open_m >= 0.0f)) continue;  // NaN is kept
      widest.open_m = steps[k].open_m;
      widest.joint = k;
    }
    worst[0] = widest;
  }
};

}  // namespace limber
