#pragma once

// A step of implicit Euler around the linear solve [Weber13, section 4.1], [Baraff98]: external
// forces before it, pins and contacts as filters of the velocity changes, and the update after it.

#include <glm/glm.hpp>

#include "kernels/attachment.h"
#include "kernels/collider.h"
#include "kernels/fem/collider_distances.h"
#include "kernels/frame_inputs.h"
#include "kernels/grab.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/portable_math.h"
#include "kernels/raise_flag.h"
#include "kernels/sparse/symmetric_block.h"
#include "kernels/view.h"

namespace limber {

/// The grab's pull at a point: a mass with a prescribed motion, tied to the nodes around the point,
/// plus the force of the last step: the method of multipliers [Hestenes69] with one update per
/// step. No load leaves an error, and the implicit term is a mass, which is stable with any
/// elements. All nodes get the same share, so that the body may rotate.
struct alignas(16) NodePull {
  Attachment attachment{};    ///< of the point
  glm::vec3 pull_N{0.0f};     ///< on each node, if it kept its velocity
  float mass_kg = 0.0f;       ///< of the grab, at each node
  glm::vec3 point_m_s{0.0f};  ///< the point's velocity at the start of the step
  float limit_N = 0.0f;       ///< of the pull
};

/// The grab's pulls in a step.
struct NodePulls {
  View<const int> hold_of_node;  ///< -1: not held
  View<const NodePull> pulls;    ///< of each hold
};

/// Moves the grab's references and updates the pulls. One thread per hold.
struct LeadNodes {
  static constexpr int grain = 1;
  View<const glm::vec3> positions_m;
  View<const glm::vec3> velocities_m_s;
  View<const FrameInputs> inputs;
  View<GrabHold> holds;
  View<NodePull> pulls;
  float dt_s;

  LIMBER_HD void operator()(int h) const {
    NodePull pull = pulls[h];
    HeldPoint point{glm::vec3(0.0f), glm::vec3(0.0f)};
    for (int k = 0; k < 4; ++k) {
      const int node = pull.attachment.corners[k];
      point.at_m += positions_m[node] * pull.attachment.weights[k];
      point.velocity_m_s += velocities_m_s[node] * pull.attachment.weights[k];
    }
    const float by_change_kg_s = pull.mass_kg / dt_s;
    glm::vec3 force_N(0.0f);  // of the grab in the last step
    if (holds[h].fresh == 0)
      force_N = clamped_length(pull.pull_N - (point.velocity_m_s - pull.point_m_s) * by_change_kg_s,
                               pull.limit_N);
    const GrabHold hold = led(holds[h], point, inputs[0].grab_target_m, 1.0f, dt_s);
    const glm::vec3 wanted = wanted_m_s(hold, point.at_m, dt_s);
    pull.pull_N =
        clamped_length(force_N + (wanted - point.velocity_m_s) * by_change_kg_s, pull.limit_N);
    pull.point_m_s = point.velocity_m_s;
    holds[h] = hold;
    pulls[h] = pull;
  }
};

enum class ContactState : int {
  none,
  pulled,   ///< the last step's contact impulse was tensile: the node is released
  touches,  ///< new contact
  slides,   ///< the last step's impulse was compressive, and friction is at its limit
  sticks,   ///< compressive, and friction held the node
};

/// Contact of a node with a solid.
struct NodeContact {
  glm::vec3 normal{0.0f};
  glm::vec3 friction_N_s{0.0f};  ///< applied in the next step if the node slides
  ContactState state = ContactState::none;
};

/// Sets up the nodes' terms of a step's system.
struct PrepareNodes {
  static constexpr int grain = 128;
  View<const glm::vec3> positions_m;
  View<const glm::vec3> velocities_m_s;
  View<const float> masses_kg;
  View<const int> pinned;
  NodePulls grabber;
  View<const Collider> colliders;
  View<glm::vec3> external_N;              ///< the grab's pull and friction, on the right-hand side
  View<float> added_diagonal_kg;           ///< masses, damping and the grab's mass
  View<SymmetricBlock<float, 3>> filters;  ///< projections on the free directions
  View<float> held_m_s;                    ///< prescribed changes in the others
  View<NodeContact> contacts;              ///< of the last step; updated for this one
  View<glm::vec3> surface_m_s;             ///< velocity of the collider that a node touches
  ColliderDistances distances;
  float mass_damping_per_s;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x = positions_m[i], v = velocities_m_s[i];
    float diagonal = masses_kg[i] * (1.0f + dt_s * mass_damping_per_s);
    glm::vec3 pull(0.0f);
    if (const int h = grabber.hold_of_node[i]; h >= 0) {
      pull = grabber.pulls[h].pull_N;
      diagonal += grabber.pulls[h].mass_kg;
    }
    for (int c = 0; c < 3; ++c) added_diagonal_kg[3 * i + c] = diagonal;
    Held held{free_filter<float, 3>(), glm::vec3(0.0f), {}, glm::vec3(0.0f), glm::vec3(0.0f)};
    if (pinned[i] != 0)
      held = {held_filter<float, 3>(), -v, {}, glm::vec3(0.0f), glm::vec3(0.0f)};
    else
      for (int k = 0; k < colliders.size; ++k) touch(k, x, v, contacts[i], held);
    filters[i] = held.filter;
    for (int c = 0; c < 3; ++c) held_m_s[3 * i + c] = held.change_m_s[c];
    contacts[i] = held.contact;
    surface_m_s[i] = held.surface_m_s;
    external_N[i] = pull + held.friction_N;
  }

 private:
  struct Held {
    SymmetricBlock<float, 3> filter;
    glm::vec3 change_m_s;
    NodeContact contact;
    glm::vec3 friction_N;
    glm::vec3 surface_m_s;
  };

  LIMBER_HD void touch(int k, const glm::vec3& x, const glm::vec3& v, const NodeContact& before,
                       Held& held) const {
    const Collider& collider = colliders[k];
    const SurfacePoint surface = nearest_surface(collider, x);
    const glm::vec3 n = surface.normal;
    const float depth = distances.of(k) - surface.distance_m;
    const glm::vec3 moving = surface_velocity_m_s(collider, x);
    const float away_m_s = glm::dot(v - moving, n);
    // A node inside leaves in a few steps, at most at 1 m/s; one that would be inside after this
    // step is stopped at the surface. A node in contact is kept there until its impulse is tensile:
    // released just because it moves out, it would penetrate again.
    constexpr float share = 0.3f, fastest_m_s = 1.0f, skin_m = 1e-4f;
    if (before.state == ContactState::pulled && depth < skin_m) return;
    const bool leans = before.state >= ContactState::slides && depth > -skin_m;
    const bool inside = depth > 0.0f || leans;
    const float out_m_s = inside ? glm::min(share * depth / dt_s, fastest_m_s) : depth / dt_s;
    if (!(leans || (inside ? away_m_s <= out_m_s : away_m_s < out_m_s))) return;
    if (held.contact.state != ContactState::none) {  // between two solids: fixed
      held = {held_filter<float, 3>(), moving - v, held.contact, glm::vec3(0.0f), moving};
    } else if (leans && before.state == ContactState::sticks) {
      held = {held_filter<float, 3>(),
              n * out_m_s + moving - v,
              {n, glm::vec3(0.0f), ContactState::sticks},
              glm::vec3(0.0f),
              moving};
    } else {
      held = {plane_filter(n),
              n * (out_m_s - away_m_s),
              {n, glm::vec3(0.0f), ContactState::touches},
              glm::vec3(0.0f),
              moving};
      if (leans) held.friction_N = before.friction_N_s / dt_s;
    }
  }
};

/// Ends a step: applies the velocity changes and moves the nodes. The impulse of a contact is the
/// residual of the system in the constrained directions; from it and Coulomb's law follows whether
/// the node leaves the solid, slides or sticks in the next step. A node without contact, which
/// other nodes may press into a solid, stops at its surface; one inside goes no deeper.
struct FinishStep {
  static constexpr int grain = 128;
  View<const Collider> colliders;
  View<const float> changes_m_s;   ///< of the velocities
  View<const float> products_N_s;  ///< the matrix times these
  View<const glm::vec3> right_N_s;
  View<NodeContact> contacts;
  View<const glm::vec3> surface_m_s;
  View<const float> masses_kg;
  View<glm::vec3> positions_m;
  View<glm::vec3> velocities_m_s;
  View<Particle> shown;
  View<int> not_finite;  ///< one flag, raised and never lowered here
  float friction;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 before = velocities_m_s[i], start_m = positions_m[i];
    glm::vec3 v =
        before + glm::vec3(changes_m_s[3 * i], changes_m_s[3 * i + 1], changes_m_s[3 * i + 2]);
    if (contacts[i].state != ContactState::none)
      contacts[i] = judged(i, contacts[i], before - surface_m_s[i], v - surface_m_s[i]);
    glm::vec3 x = start_m + dt_s * v;
    for (int k = 0; k < colliders.size; ++k) {
      const SurfacePoint end = nearest_surface(colliders[k], x);
      if (!(end.distance_m < 0.0f)) continue;
      const float start_distance_m = nearest_surface(colliders[k], start_m).distance_m;
      const float deeper_m = glm::min(start_distance_m, 0.0f) - end.distance_m;
      if (!(deeper_m > 0.0f)) continue;
      x += end.normal * deeper_m;
      v = (x - start_m) / dt_s;
    }
    if (!is_finite(x)) raise_flag(not_finite[0]);
    velocities_m_s[i] = v;
    positions_m[i] = x;
    shown[i] = {x, 1.0f / masses_kg[i]};
  }

 private:
  /// before, v: relative to the surface.
  LIMBER_HD NodeContact judged(int i, const NodeContact& contact, const glm::vec3& before,
                               const glm::vec3& v) const {
    const glm::vec3 n = contact.normal;
    const glm::vec3 impulse =
        glm::vec3(products_N_s[3 * i], products_N_s[3 * i + 1], products_N_s[3 * i + 2]) -
        right_N_s[i];
    const float along = glm::dot(impulse, n);
    if (!(along > 0.0f)) return {n, glm::vec3(0.0f), ContactState::pulled};
    const float limit_N_s = friction * along;
    if (contact.state == ContactState::sticks) {
      const glm::vec3 across = impulse - n * along;
      const float length = glm::sqrt(glm::dot(across, across));
      if (length <= limit_N_s) return {n, glm::vec3(0.0f), ContactState::sticks};
      return {n, across * (limit_N_s / length), ContactState::slides};
    }
    const glm::vec3 slip = v - n * glm::dot(v, n);
    const float speed_m_s = glm::sqrt(glm::dot(slip, slip));
    const bool turned = glm::dot(slip, before - n * glm::dot(before, n)) < 0.0f;
    if (limit_N_s > 0.0f && turned) return {n, glm::vec3(0.0f), ContactState::sticks};
    return {n, slip * (speed_m_s > 0.0f ? -limit_N_s / speed_m_s : 0.0f), ContactState::slides};
  }
};

}  // namespace limber
