#pragma once

// Rigid bodies in the world's contacts; the spheres' centres are the points. These contacts are
// solved after the pile's own step: corrections are summed per body as changes of its momenta, from
// which its pose follows ([Mueller20], see position_contact.h), with levers as that step ended.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/contact/hold_back.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/piles/body.h"
#include "kernels/piles/position_contact.h"
#include "kernels/view.h"

namespace limber {

/// Change of a body's momenta by contacts in a step, times the time step.
struct alignas(16) BodyShift {
  glm::vec3 linear_kg_m{0.0f};
  float unused = 0.0f;
  glm::vec3 angular_kg_m2{0.0f};  ///< about the centre of mass
  float unused_too = 0.0f;
};

struct ShowContactSpheres {
  View<const SphereOnBody> on_body;
  View<const Pose> poses;
  View<const BodyInertia> inertias;
  View<Particle> points;

  LIMBER_HD void operator()(int i) const {
    const SphereOnBody sphere = on_body[i];
    const bool moves = inertias[sphere.body].inverse_mass_per_kg > 0.0f;
    points[i] = {center_of(sphere, poses[sphere.body]), moves ? sphere.inverse_mass_per_kg : 0.0f};
  }
};

/// The bodies' poses before contacts, and the corrections so far.
struct ShiftedBodies {
  View<const int> first_sphere;
  View<const SphereOnBody> on_body;
  View<const BodyInertia> inertias;
  View<const Pose> starts;  ///< at the start of the world's step
  View<const Pose> poses;
  View<BodyShift> shifts;

  LIMBER_HD Pose now(int b) const {
    Pose pose = poses[b];
    const BodyShift shift = shifts[b];
    pose.position_m += shift.linear_kg_m * inertias[b].inverse_mass_per_kg;
    pose.quaternion = turned(
        pose.quaternion, angular_velocity_rad_s(pose.quaternion, shift.angular_kg_m2, inertias[b]));
    return pose;
  }

  /// Rotation of a sphere since the start of the step, and the mobility of its surface.
  LIMBER_HD SphereTurn turn_of(int i, const Pose& pose) const {
    const SphereOnBody sphere = on_body[i];
    const BodyInertia inertia = inertias[sphere.body];
    const glm::vec3 easy = inertia.inverse_per_kg_m2;
    const float arm_m = glm::sqrt(glm::dot(sphere.center_m, sphere.center_m)) + sphere.radius_m;
    const float max_per_kg =
        inertia.inverse_mass_per_kg + arm_m * arm_m * glm::max(easy.x, glm::max(easy.y, easy.z));
    return {.turned_rad = turn_between_rad(starts[sphere.body].quaternion, pose.quaternion),
            .radius_m = sphere.radius_m,
            .more_across_per_kg = glm::max(0.0f, max_per_kg - sphere.inverse_mass_per_kg)};
  }
};

/// Applies the corrections of the points to their bodies. One thread per body.
struct MoveContactBodies {
  static constexpr int grain = 32;
  ShiftedBodies bodies;
  PointMoves moves, twists;
  View<SphereTurn> turns;
  View<int> pushing, pushing_now;
  View<Particle> points;

  LIMBER_HD void operator()(int b) const {
    const int first = bodies.first_sphere[b], last = bodies.first_sphere[b + 1];
    BodyShift shift = bodies.shifts[b];
    int parts = 0;
    bool moved = false;
    for (int i = first; i < last; ++i) {
      parts += pushing_now[i];
      pushing_now[i] = 0;
      const glm::vec3 displacement_m = moves.take(i), twist_m2 = twists.take(i);
      if (displacement_m == glm::vec3(0.0f) && twist_m2 == glm::vec3(0.0f)) continue;
      moved = true;
      const float mass_kg = 1.0f / points[i].inverse_mass_per_kg;
      const glm::vec3 kg_m = displacement_m * mass_kg;
      shift.linear_kg_m += kg_m;
      const glm::vec3 lever_m = rotated(bodies.poses[b].quaternion, bodies.on_body[i].center_m);
      shift.angular_kg_m2 += glm::cross(lever_m, kg_m) + twist_m2 * mass_kg;
    }
    if (moved) bodies.shifts[b] = shift;
    const Pose pose = bodies.now(b);
    for (int i = first; i < last; ++i) {
      pushing[i] = parts;
      turns[i] = bodies.turn_of(i, pose);
      if (moved) points[i].position_m = center_of(bodies.on_body[i], pose);
    }
  }
};

/// Lowers the shares of a body's spheres to the smallest among them. One thread per body.
struct ShareBodies {
  static constexpr int grain = 32;
  View<const int> first_sphere;
  View<int> shares, next_shares;  ///< bits of floats, which sort like the floats

  LIMBER_HD void operator()(int b) const {
    int least = bits_of(1.0f);
    for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i)
      least = glm::min(least, next_shares[i]);
    for (int i = first_sphere[b]; i < first_sphere[b + 1]; ++i) shares[i] = next_shares[i] = least;
  }
};

/// The pile's step let both bodies of a contact move fully, so one would move into another that is
/// held back. Its share is lowered until their spheres stay apart, or overlap no more than at the
/// start or the unrestricted end of the step. One thread per sphere.
struct HoldTouchingSpheres {
  static constexpr int grain = 64;
  ContactLists contacts;
  View<const SphereOnBody> on_body;
  View<const Particle> starts, ends;  ///< positions at both ends of the world's step
  View<const int> shares;
  View<int> next_shares;

  LIMBER_HD void operator()(int i) const {
    int least = shares[i];
    int slot = 0;
    for (int left = contacts.used[i]; left != 0; left >>= 1, ++slot) {
      if ((left & 1) == 0) continue;
      const int other = contacts.impulses[contacts.at(slot, i)].with;
      if (other >= 0 && shares[other] != shares[i]) least = glm::min(least, share_beside(i, other));
    }
    next_shares[i] = least;
  }

 private:
  LIMBER_HD int share_beside(int i, int other) const {
    const float share = float_of(shares[i]), of_other = float_of(shares[other]);
    const glm::vec3 displacement = ends[i].position_m - starts[i].position_m;
    const glm::vec3 others = ends[other].position_m - starts[other].position_m;
    const glm::vec3 apart = starts[i].position_m - starts[other].position_m;
    const float reach_m = on_body[i].radius_m + on_body[other].radius_m;
    const auto gap_m = [&](float own_share, float other_share) {
      const glm::vec3 x = apart + displacement * own_share - others * other_share;
      return glm::sqrt(glm::dot(x, x)) - reach_m;
    };
    const float kept_m = glm::min(0.0f, glm::min(gap_m(0.0f, 0.0f), gap_m(1.0f, 1.0f)));
    const float missing_m = kept_m - gap_m(share, of_other);
    const float distance_m = gap_m(0.0f, 0.0f) + reach_m;
    if (!(missing_m > 0.0f) || !(distance_m > 0.0f)) return shares[i];
    const glm::vec3 normal = apart / distance_m;
    const float coming_m = -glm::dot(displacement, normal) * share;
    if (!(coming_m > 0.0f)) return shares[i];
    const float both_m = coming_m + glm::max(0.0f, glm::dot(others, normal) * of_other);
    return bits_of(share * glm::max(0.0f, 1.0f - missing_m / both_m));
  }
};

/// Moves a body by the smallest share of its spheres and adds the corrections to its momenta. A
/// body that is held back keeps its momentum for contacts in later steps. One thread per body.
struct TakeContactBodies {
  static constexpr int grain = 32;
  ShiftedBodies bodies;
  View<const int> shares;
  View<Pose> poses;
  View<BodyMomentum> momenta;
  View<SearchState> state;
  float dt_s;  ///< of the world's step

  LIMBER_HD void operator()(int b) const {
    float share = 1.0f;
    for (int i = bodies.first_sphere[b]; i < bodies.first_sphere[b + 1]; ++i)
      share = glm::min(share, float_of(shares[i]));
    const BodyShift shift = bodies.shifts[b];
    Pose pose = bodies.now(b);
    BodyMomentum momentum = momenta[b];
    momentum.linear_kg_m_s += shift.linear_kg_m / dt_s;
    momentum.angular_kg_m2_s += shift.angular_kg_m2 / dt_s;
    if (share < 1.0f) {
      const Pose start = bodies.starts[b];
      pose.position_m = start.position_m + (pose.position_m - start.position_m) * share;
      pose.quaternion = blended_rotation(start.quaternion, pose.quaternion, share);
      atomic_add(state[0].held_back, 1);
    }
    poses[b] = pose;
    momenta[b] = momentum;
    bodies.shifts[b] = {};
  }
};

}  // namespace limber
