#pragma once

// Limits the rotation of bodies under tension to what a step can resolve, after [Andrews17].
//
// Joints push along their directions at the start of a step. Under a tension T, a link of mass m
// and length l swings across the pull with a frequency that such steps cannot resolve beyond T = m
// l / (3 dt^2): light links under a heavy load or a hard pull fly apart. So the rotational
// stiffness that comes from the pull is added to the inertia, as in an implicit step, and the spin
// that this costs is damped away. Bodies that steps can resolve keep their exact inertia.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/joints/joint.h"
#include "kernels/joints/sleep.h"
#include "kernels/view.h"

namespace limber {

/// Rotational stiffness about a body's own axes.
struct TurnStiffness {
  glm::dvec3 diagonal{0.0};
  double xy = 0.0, xz = 0.0, yz = 0.0;

  /// Of a force of constant direction at a lever: (f.r) 1 - (f r^T + r f^T) / 2.
  LIMBER_HD void add_pull(const glm::dvec3& force, const glm::dvec3& lever) {
    diagonal += glm::dot(force, lever) - force * lever;
    xy -= 0.5 * (force.x * lever.y + force.y * lever.x);
    xz -= 0.5 * (force.x * lever.z + force.z * lever.x);
    yz -= 0.5 * (force.y * lever.z + force.z * lever.y);
  }

  /// A diagonal matrix that is at least as stiff in each direction.
  LIMBER_HD glm::dvec3 bound() const {
    const double a = glm::abs(xy), b = glm::abs(xz), c = glm::abs(yz);
    return glm::max(diagonal, 0.0) + glm::dvec3(a + b, a + c, b + c);
  }
};

/// Runs after bodies have moved, for the solves until they move again. One thread per body.
struct StiffenTaut {
  static constexpr int grain = 64;
  Incidence blocks_of_body;  ///< as in PushRigid; empty: nothing pulls
  View<const JointBlock> blocks;
  View<const int> broken;
  View<const RigidPose> poses;
  View<const double> impulses_N_s, stops_N_s;  ///< of the two halves of the step
  View<const SleepTraits> traits;
  View<glm::dvec3> added_kg_m2;  ///< to the inertia about the body's axes
  View<RigidInertia> inertias;
  View<RigidMomentum> momenta;
  double dt_s;

  LIMBER_HD void operator()(int b) const {
    const RigidInertia own = traits[b].inertia;
    const glm::dvec3 before = added_kg_m2[b];
    const bool moves = inertias[b].moves();
    const glm::dvec3 now = moves ? needed_kg_m2(b, own) : glm::dvec3(0.0);
    if (before == glm::dvec3(0.0) && now == glm::dvec3(0.0)) return;
    added_kg_m2[b] = now;
    if (!moves) return;
    const glm::dvec4 q = poses[b].quaternion;
    const glm::dvec3 momentum = rotated_back(q, momenta[b].angular_kg_m2_s);
    momenta[b].angular_kg_m2_s =
        rotated(q, momentum / (glm::dvec3(1.0) + before * own.inverse_per_kg_m2));
    RigidInertia stiffened = own;
    stiffened.inverse_per_kg_m2 /= glm::dvec3(1.0) + now * own.inverse_per_kg_m2;
    inertias[b] = stiffened;
  }

 private:
  LIMBER_HD glm::dvec3 needed_kg_m2(int b, const RigidInertia& own) const {
    if (blocks_of_body.first.empty()) return glm::dvec3(0.0);
    const glm::dvec4 q = poses[b].quaternion;
    TurnStiffness stiffness_kg_m2;  // times the square of a step
    for (int i = blocks_of_body.first[b]; i < blocks_of_body.first[b + 1]; ++i) {
      const int k = blocks_of_body.items[i] / 2;
      const bool is_b = blocks_of_body.items[i] % 2 != 0;
      const JointBlock block = blocks[k];
      if (block.kind != JointRowsKind::hold && broken[block.joint] != 0) continue;
      glm::dvec3 pull_kg_m;
      for (int r = 0; r < 3; ++r)
        pull_kg_m[r] = (impulses_N_s[3 * k + r] + stops_N_s[3 * k + r]) * (is_b ? -dt_s : dt_s);
      add(stiffness_kg_m2, block, pull_kg_m, q, is_b);
    }
    glm::dvec3 needed(0.0);
    const glm::dvec3 stiff = stiffness_kg_m2.bound();
    for (int c = 0; c < 3; ++c)
      if (stiff[c] * own.inverse_per_kg_m2[c] > 1.0)
        needed[c] = stiff[c] - 1.0 / own.inverse_per_kg_m2[c];
    return needed;
  }

  LIMBER_HD void add(TurnStiffness& sum, const JointBlock& block, const glm::dvec3& pull_kg_m,
                     const glm::dvec4& q, bool is_b) const {
    const glm::dvec3 lever_m = is_b ? block.at_b_m : block.at_a_m;
    if (block.kind == JointRowsKind::point || block.kind == JointRowsKind::hold) {
      sum.add_pull(rotated_back(q, pull_kg_m), lever_m);
    } else if (block.kind == JointRowsKind::distance) {
      const glm::dvec3 apart =
          apart_m(block, pose_of(poses, block.body_a), pose_of(poses, block.body_b));
      const double length_m = glm::max(glm::sqrt(glm::dot(apart, apart)), 1e-12);
      const glm::dvec3 along = apart * (pull_kg_m.x / length_m);
      sum.add_pull(rotated_back(q, along), lever_m);
    }
  }
};

}  // namespace limber
