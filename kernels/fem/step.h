#pragma once

// A step of implicit Euler around the linear solve (Weber et al. 2013, section 4.1; Baraff, Witkin,
// "Large Steps in Cloth Simulation", 1998): what acts on the nodes before it, pins and contacts as
// filters of the change of velocity, and where the nodes are after it.

#include <glm/glm.hpp>

#include "kernels/collider.h"
#include "kernels/frame_inputs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/portable_math.h"
#include "kernels/raise_flag.h"
#include "kernels/sparse/symmetric_block.h"
#include "kernels/view.h"

namespace limber {

/// The hand's spring on one node.
struct NodeHold {
  glm::vec3 offset_m;   ///< from the target
  float stiffness_N_m;  ///< 0: not held
};

/// Where a node touches a solid: the normal, and 1 where it does.
using NodeContact = glm::vec4;

/// What the system of a step needs of every node.
struct PrepareNodes {
  static constexpr int grain = 128;
  View<const glm::vec3> positions_m;
  View<const glm::vec3> velocities_m_s;
  View<const float> masses_kg;
  View<const int> pinned;
  View<const NodeHold> holds;
  View<const FrameInputs> inputs;
  View<const Collider> colliders;
  View<glm::vec3> external_N;              ///< the hand's pull, part of the right-hand side
  View<float> added_diagonal_kg;           ///< masses, damping and the hand's spring
  View<SymmetricBlock<float, 3>> filters;  ///< in which directions velocities may change
  View<float> held_m_s;                    ///< how they change in the others
  View<NodeContact> contacts;
  float hand_per_s;    ///< natural angular frequency of the hand's spring
  float hand_limit_m;  ///< it pulls no harder than from so far
  float thickness_m;
  float mass_damping_per_s;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x = positions_m[i], v = velocities_m_s[i];
    float diagonal = masses_kg[i] * (1.0f + dt_s * mass_damping_per_s);
    glm::vec3 pull(0.0f);
    const NodeHold hold = holds[i];
    if (hold.stiffness_N_m > 0.0f) {
      // A critically damped spring in implicit form: its own part of the diagonal keeps it stable.
      const float damping_kg_s = 2.0f * hold.stiffness_N_m / hand_per_s;
      glm::vec3 way = inputs[0].grab_target_m + hold.offset_m - x;
      const float length = glm::sqrt(glm::dot(way, way));
      if (length > hand_limit_m) way *= hand_limit_m / length;
      pull = hold.stiffness_N_m * (way - dt_s * v) - damping_kg_s * v;
      diagonal += dt_s * (dt_s * hold.stiffness_N_m + damping_kg_s);
    }
    external_N[i] = pull;
    for (int c = 0; c < 3; ++c) added_diagonal_kg[3 * i + c] = diagonal;
    hold_back(i, x, v);
  }

 private:
  LIMBER_HD void hold_back(int i, const glm::vec3& x, const glm::vec3& v) const {
    SymmetricBlock<float, 3> filter = free_filter<float, 3>();
    glm::vec3 change(0.0f);
    NodeContact contact(0.0f);
    if (pinned[i] != 0) {
      filter = held_filter<float, 3>();
      change = -v;
    } else {
      for (int k = 0; k < colliders.size; ++k) {
        const SurfacePoint surface = nearest_surface(colliders[k], x);
        const float depth = thickness_m - surface.distance_m;
        const float away_m_s = glm::dot(v, surface.normal);
        // What is inside leaves in a few steps, no faster than a metre a second; what would be
        // inside after this step comes just to the surface.
        constexpr float share = 0.3f, fastest_m_s = 1.0f;
        const bool inside = depth > 0.0f;
        const float out_m_s = inside ? glm::min(share * depth / dt_s, fastest_m_s) : depth / dt_s;
        if (!(inside ? away_m_s <= out_m_s : away_m_s < out_m_s)) continue;
        const glm::vec3 n = surface.normal;
        if (contact.w == 0.0f) {
          filter = plane_filter(n);
          change = n * (out_m_s - away_m_s);
          contact = NodeContact(n, 1.0f);
        } else {  // between two solids: it stays
          filter = held_filter<float, 3>();
          change = -v;
        }
      }
    }
    filters[i] = filter;
    for (int c = 0; c < 3; ++c) held_m_s[3 * i + c] = change[c];
    contacts[i] = contact;
  }
};

/// Ends a step: the velocities change as the solver says, friction takes its part from what slides
/// (the contact's impulse is what the system is short of in its direction), the nodes move.
struct FinishStep {
  static constexpr int grain = 128;
  View<const float> changes_m_s;   ///< of the velocities
  View<const float> products_N_s;  ///< the matrix times them
  View<const glm::vec3> right_N_s;
  View<const NodeContact> contacts;
  View<const float> masses_kg;
  View<glm::vec3> positions_m;
  View<glm::vec3> velocities_m_s;
  View<Particle> shown;
  View<int> not_finite;  ///< one flag, raised and never lowered here
  float friction;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 change(changes_m_s[3 * i], changes_m_s[3 * i + 1], changes_m_s[3 * i + 2]);
    glm::vec3 v = velocities_m_s[i] + change;
    const NodeContact contact = contacts[i];
    if (contact.w > 0.0f) {
      const glm::vec3 n(contact.x, contact.y, contact.z);
      const glm::vec3 product(products_N_s[3 * i], products_N_s[3 * i + 1],
                              products_N_s[3 * i + 2]);
      const float impulse = glm::max(glm::dot(product - right_N_s[i], n), 0.0f);
      const glm::vec3 slid = v - n * glm::dot(v, n);
      const float speed = glm::sqrt(glm::dot(slid, slid));
      const float taken = friction * impulse / masses_kg[i];
      v -= speed > taken ? slid * (taken / speed) : slid;
    }
    const glm::vec3 x = positions_m[i] + dt_s * v;
    if (!is_finite(x)) raise_flag(not_finite[0]);
    velocities_m_s[i] = v;
    positions_m[i] = x;
    shown[i] = {x, 1.0f / masses_kg[i]};
  }
};

}  // namespace limber
