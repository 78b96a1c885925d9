#pragma once

// Contacts within the linear system of a finite element step, by the augmented Lagrangian method
// [Hestenes69], [Simo92]: each pair has a penalty spring plus the last step's impulse as
// multiplier, so that no load leaves an error. Nodes are light and have no stiffness: corrected one
// by one after the step, they squeeze the elements below them; in the system the body responds as a
// whole.
//
// With the velocities v + u that a step solves for, a pair violates its gap by
//   short(u) = (target - gap) / dt - n.(sum w (v + u))           in m/s
// and its impulse is p = max(0, impulse before + stiffness short(u)), stiffness in kg, the negative
// slope of the energy p^2 / (2 stiffness). Points outside this system are assumed to move as in the
// last step; the more compliant they are, the softer the spring. Friction is left to the iterations
// after the step, which use the normal impulses found here.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/contact/pairs_ahead.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/fem/newton.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/sparse/sprung.h"
#include "kernels/view.h"

namespace limber {

/// Data of a pair besides its NodeSpring.
struct alignas(16) ContactSpring {
  float stiffness_kg = 0.0f;  ///< while it pushes; 0: the pair has no spring in this step
  float impulse_N_s = 0.0f;   ///< multiplier: of the last step
  float short_m_s = 0.0f;     ///< with u = 0
  float share = 1.0f;         ///< of its energy that each of its sides counts

  LIMBER_HD float push_N_s(float along_m_s) const {
    return glm::max(0.0f, impulse_N_s + stiffness_kg * (short_m_s - along_m_s));
  }
};

/// One thread per pair.
struct MakeContactSprings {
  static constexpr int grain = 64;
  PairsAhead ahead;
  int first_point;  ///< of this system's nodes
  View<const int> body_of_node;
  View<const glm::vec3> velocities_m_s;
  View<const float> masses_kg;
  View<const float> stiffness_N_m;  ///< of each node, with all others fixed
  View<NodeSpring> springs;
  View<ContactSpring> contacts;
  View<int> counts;  ///< of node i at i + 1
  float stiffness_scale_s2;

  LIMBER_HD void operator()(int r) const {
    if (r >= ahead.state[0].pairs) return;
    contacts[r] = {};
    springs[r].stiffness = 0.0f;
    const float target_m = ahead.targets_m[r];
    if (target_m < 0.0f || ahead.solved[r] != 0) return;
    const ContactPair pair = ahead.pairs[r];
    const PairFrame frame = ahead.frames[r];
    NodeSpring spring;
    spring.direction = frame.normal;
    float own_per_kg = 0.0f, other_per_kg = 0.0f, along_m_s = 0.0f;
    for (int k = 0; k < 4; ++k) {
      const float w = frame.weights[k];
      if (w == 0.0f) continue;
      const int point = pair.corners[k], node = point - first_point;
      if (node >= 0 && node < velocities_m_s.size) {
        spring.nodes[k] = node;
        spring.weights[k] = w;
        own_per_kg += w * w / (masses_kg[node] + stiffness_scale_s2 * stiffness_N_m[node]);
        along_m_s += w * glm::dot(velocities_m_s[node], frame.normal);
      } else {
        other_per_kg += w * w * ahead.points[point].inverse_mass_per_kg;
        along_m_s +=
            w * glm::dot(glm::vec3(ahead.displacements_m[point]), frame.normal) / ahead.dt_s;
      }
    }
    if (!(own_per_kg > 0.0f)) return;
    // Much stiffer than the elements around it, so that the body is stopped as a whole; a stiffer
    // spring would only slow the solver down.
    constexpr float stiffer = 10.0f;
    ContactSpring contact;
    contact.stiffness_kg = 1.0f / (own_per_kg / stiffer + other_per_kg);
    contact.impulse_N_s = ahead.warm_start(r, warm_start_of_bodies).normal_N_s;
    contact.short_m_s = (target_m - frame.gap_m) / ahead.dt_s - along_m_s;
    // Includes pairs near enough to become active during the solve.
    const float slack_m_s = 0.2f * pair.reach_m / ahead.dt_s;
    if (!(contact.impulse_N_s + contact.stiffness_kg * (contact.short_m_s + slack_m_s) > 0.0f))
      return;
    if (are_of_one_body(pair.corners.x - first_point, pair.corners.w - first_point))
      contact.share = 0.5f;
    contacts[r] = contact;
    springs[r] = spring;
    for (int k = 0; k < 4; ++k)
      if (spring.nodes[k] >= 0) atomic_add(counts[spring.nodes[k] + 1], 1);
  }

 private:
  LIMBER_HD bool are_of_one_body(int a, int b) const {
    const int nodes = body_of_node.size;
    return a >= 0 && a < nodes && b >= 0 && b < nodes && body_of_node[a] == body_of_node[b];
  }
};

/// Lists the springs of each node, in any order. One thread per pair.
struct ListContactSprings {
  static constexpr int grain = 64;
  View<const SearchState> state;
  View<const NodeSpring> springs;
  View<const ContactSpring> contacts;
  View<const int> first;
  View<int> cursors;  ///< number listed so far
  View<int> items;

  LIMBER_HD void operator()(int r) const {
    if (r >= state[0].pairs || contacts[r].stiffness_kg == 0.0f) return;
    const glm::ivec4 nodes = springs[r].nodes;
    for (int k = 0; k < 4; ++k)
      if (nodes[k] >= 0) items[first[nodes[k]] + atomic_add(cursors[nodes[k]], 1)] = r;
  }
};

/// Updates the active set of springs for the current velocity changes. One thread per pair.
struct TrySprings {
  static constexpr int grain = 64;
  View<const SearchState> state;
  View<const ContactSpring> contacts;
  View<const float> changes_m_s;  ///< empty: none
  View<NodeSpring> springs;
  View<float> pushes_N_s;  ///< for the right-hand side
  bool whole;              ///< the system is solved for the whole change, not for an increment

  LIMBER_HD void operator()(int r) const {
    if (r >= state[0].pairs || contacts[r].stiffness_kg == 0.0f) return;
    const float along = changes_m_s.empty() ? 0.0f : springs[r].along(changes_m_s);
    const ContactSpring contact = contacts[r];
    const float push_N_s = contact.push_N_s(along);
    const bool pushes = push_N_s > 0.0f;
    springs[r].stiffness = pushes ? contact.stiffness_kg : 0.0f;
    pushes_N_s[r] =
        pushes && whole ? contact.impulse_N_s + contact.stiffness_kg * contact.short_m_s : push_N_s;
  }
};

/// Adds the springs' impulses to the right-hand side. One thread per node.
struct AddSpringPushes {
  static constexpr int grain = 128;
  NodeSprings springs;
  View<const float> pushes_N_s;
  View<glm::vec3> right_N_s;

  LIMBER_HD void operator()(int i) const {
    glm::vec3 sum(0.0f);
    for (int k = springs.of_node.first[i]; k < springs.of_node.first[i + 1]; ++k) {
      const int r = springs.of_node.items[k];
      const NodeSpring spring = springs.springs[r];
      sum += spring.direction * (spring.weight_of(i) * pushes_N_s[r]);
    }
    right_N_s[i] += sum;
  }
};

/// Adds the energies of springs to those of nodes. A spring between two bodies counts for both, as
/// if both took the same step length. One thread per node.
struct AddSpringEnergies {
  static constexpr int grain = 64;
  NodeSprings springs;
  View<const ContactSpring> contacts;
  View<const float> changes_m_s, directions_m_s;
  View<StepEnergies> energies;

  LIMBER_HD void operator()(int i) const {
    for (int k = springs.of_node.first[i]; k < springs.of_node.first[i + 1]; ++k) {
      const int r = springs.of_node.items[k];
      const NodeSpring spring = springs.springs[r];
      const ContactSpring contact = contacts[r];
      const float start = spring.along(changes_m_s), way = spring.along(directions_m_s);
      const double of_node_J = 0.5 * contact.share * glm::abs(spring.weight_of(i));
      for (int s = 0; s < step_lengths; ++s) {
        const double push_N_s = contact.push_N_s(start + step_length_of(s) * way);
        energies[i].J[s] += of_node_J * push_N_s * push_N_s / contact.stiffness_kg;
      }
    }
  }
};

/// Updates the pairs' impulses, which the system has already applied to its nodes. One thread per
/// pair.
struct TakePairImpulses {
  static constexpr int grain = 64;
  PairsAhead ahead;
  View<const ContactSpring> contacts;
  View<const NodeSpring> springs;
  View<const float> changes_m_s;
  bool linear;  ///< springs active in the system may also have pulled

  LIMBER_HD void operator()(int r) const {
    if (r >= ahead.state[0].pairs || contacts[r].stiffness_kg == 0.0f) return;
    const ContactSpring contact = contacts[r];
    const NodeSpring spring = springs[r];
    const float along = spring.along(changes_m_s);
    float push_N_s = contact.push_N_s(along);
    if (linear)
      push_N_s = spring.stiffness == 0.0f
                     ? 0.0f
                     : contact.impulse_N_s + contact.stiffness_kg * (contact.short_m_s - along);
    const float normal_N_s = glm::max(0.0f, push_N_s);
    const glm::vec3 before = ahead.warm_start(r, warm_start_of_bodies).N_s;
    const glm::vec3 friction = before - spring.direction * glm::dot(before, spring.direction);
    ahead.impulses[r] = {spring.direction * normal_N_s + friction, normal_N_s};
    // Pairs do not pull. If the linear system has, the pull is also applied to the other side.
    const float pull_N_s = push_N_s - normal_N_s;
    const glm::ivec4 corners = ahead.pairs[r].corners;
    const glm::vec4 weights = ahead.frames[r].weights;
    int solved = 0;
    for (int k = 0; k < 4; ++k) {
      if (spring.nodes[k] >= 0)
        solved |= 1 << k;
      else if (pull_N_s < 0.0f && weights[k] != 0.0f)
        ahead.moves.add(corners[k],
                        spring.direction * (pull_N_s * ahead.dt_s * weights[k] *
                                            ahead.points[corners[k]].inverse_mass_per_kg));
    }
    ahead.solved[r] = solved;
  }
};

}  // namespace limber
