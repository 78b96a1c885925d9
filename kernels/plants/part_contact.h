#pragma once

// Points of parts that stay out of colliders, with Coulomb friction: constraints on velocities
// (Moreau's impulses), whose impulses go through the two sweeps of the parts once an iteration.
//
// All contacts are solved at once, by Jacobi iterations with mass splitting (Tonge, Benevolenski,
// Voroshilov, "Mass splitting for jitter-free parallel rigid body simulation", 2012). What a point
// gives way is the sum of what each part between it and the ground gives way (the factors of an
// articulated body's inertia: Featherstone 2008, section 7.3); a part that bears several contacts
// is split among these. So many contacts on one branch never push it further than they should.
//
// A contact is a plane: where the point meets the collider first on its way through this step and
// the next one. It holds before anything has passed through, however thin a wall is.

#include <glm/glm.hpp>

#include "kernels/cell_grid.h"
#include "kernels/collider.h"
#include "kernels/hd.h"
#include "kernels/plants/loads.h"
#include "kernels/plants/part.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// A point on the surface of a part.
struct alignas(16) PartPoint {
  glm::vec3 at_m{0.0f};  ///< at rest, in the part's frame
  int part = -1;
  int first_mode = 0;  ///< of the part's modes there, one after the other
  int unused[3] = {0, 0, 0};
};

/// What a part may touch with.
struct alignas(16) PartReach {
  glm::vec3 middle_m{0.0f};  ///< of a ball around its points, in its frame
  float radius_m = 0.0f;     ///< however it is bent
  int first_point = 0;
  int points = 0;
  int unused[2] = {0, 0};
};

/// Of each point: the collider that it touches, if any, as that lay when the step began.
struct alignas(16) PartContact {
  glm::vec3 normal{0.0f};
  int collider = -1;
  glm::vec3 impulse_N_s{0.0f};  ///< on the point, in this step
  float offset_m = 0.0f;        ///< of the plane: it holds normal . x >= offset_m
  float steady_N_s = 0.0f;      ///< along the normal, the lesser of this step's and the last one's
  float depth_m = 0.0f;         ///< inside the collider when the step began
  float normal_kg = 0.0f;       ///< what moves, as one iteration may take it; 0: nothing does
  float tangent_kg = 0.0f;
};

/// Where points of parts are and how they move.
struct PartPoints {
  View<const PartPoint> points;
  View<const glm::vec3> modes;
  View<const BendingPart> parts;
  View<const Pose> poses;
  View<const PartMotion> motions;
  Coordinates now;

  /// In the part's frame, bent.
  LIMBER_HD glm::vec3 bent_m(const PartPoint& point) const {
    glm::vec3 at = point.at_m;
    if (point.part >= parts.size) return at;
    const BendingPart part = parts[point.part];
    for (int k = 0; k < part.modes; ++k)
      at += modes[point.first_mode + k] * now.q[part.first_coordinate + k];
    return at;
  }

  LIMBER_HD glm::vec3 at_m(const PartPoint& point) const {
    const Pose pose = poses[point.part];
    return pose.position_m + rotated(pose.quaternion, bent_m(point));
  }

  LIMBER_HD glm::vec3 velocity_m_s(const PartPoint& point) const {
    const PartMotion motion = motions[point.part];
    glm::vec3 v = motion.velocity_m_s + glm::cross(motion.spin_rad_s, bent_m(point));
    if (point.part < parts.size) {
      const BendingPart part = parts[point.part];
      for (int k = 0; k < part.modes; ++k)
        v += modes[point.first_mode + k] * now.velocity[part.first_coordinate + k];
    }
    return rotated(poses[point.part].quaternion, v);
  }
};

/// Which parts may come near a collider in this step or the next one. One thread a part.
struct FindNearParts {
  static constexpr int grain = 256;
  PartPoints points;
  View<const PartReach> reaches;
  View<const float> mode_reaches_m;  ///< of each mode of all shapes: how far a unit of it reaches
  View<const Collider> colliders;
  View<int> near;
  float thickness_m;
  float dt_s;
  /// What parts and colliders may gain in speed while a step is on.
  static constexpr float sudden_m_s = 5.0f;

  LIMBER_HD void operator()(int p) const { near[p] = is_near(p) ? 1 : 0; }

 private:
  LIMBER_HD bool is_near(int p) const {
    const PartReach reach = reaches[p];
    if (reach.points == 0) return false;
    const Pose pose = points.poses[p];
    const PartMotion motion = points.motions[p];
    const float spin_rad_s = glm::sqrt(glm::dot(motion.spin_rad_s, motion.spin_rad_s));
    float radius_m = reach.radius_m + thickness_m;
    float speed_m_s = spin_rad_s * reach.radius_m + sudden_m_s;
    if (p < points.parts.size) {
      const BendingPart part = points.parts[p];
      for (int k = 0; k < part.modes; ++k) {
        const float reach_m = mode_reaches_m[part.first_shape_mode + k];
        radius_m += reach_m * glm::abs(points.now.q[part.first_coordinate + k]);
        speed_m_s += reach_m * glm::abs(points.now.velocity[part.first_coordinate + k]);
      }
    }
    const glm::vec3 middle = pose.position_m + rotated(pose.quaternion, reach.middle_m);
    const glm::vec3 velocity = rotated(
        pose.quaternion, motion.velocity_m_s + glm::cross(motion.spin_rad_s, reach.middle_m));
    for (int c = 0; c < colliders.size; ++c) {
      const glm::vec3 relative = velocity - surface_velocity_m_s(colliders[c], middle);
      const float way_m = 2.0f * dt_s * (speed_m_s + glm::sqrt(glm::dot(relative, relative)));
      if (nearest_surface(colliders[c], middle).distance_m < radius_m + way_m) return true;
    }
    return false;
  }
};

/// Where the points are as a step begins. One thread a point.
struct RememberPartPoints {
  PartPoints points;
  View<const int> near;
  View<glm::vec3> before_m;

  LIMBER_HD void operator()(int i) const {
    const PartPoint point = points.points[i];
    if (near[point.part] != 0) before_m[i] = points.at_m(point);
  }
};

/// Nothing bears contacts yet. One thread a part.
struct ClearContacts {
  View<int> borne;
  View<int> touching;
  LIMBER_HD void operator()(int p) const {
    borne[p] = 0;
    if (p == 0) touching[0] = 0;
  }
};

/// After the step as it would be without contacts. One thread a point.
struct FindPartContacts {
  static constexpr int grain = 64;
  PartPoints points;
  View<const Ride> rides;
  View<const int> near;
  View<const glm::vec3> before_m;
  View<const Collider> colliders;
  View<PartContact> contacts;
  View<int> borne;  ///< by each bending part
  View<int> touching;
  float thickness_m;
  float friction;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    const PartPoint point = points.points[i];
    const PartContact before = contacts[i];
    PartContact found;
    if (near[point.part] != 0) found = first_met(i, point);
    if (found.collider < 0) {
      if (before.collider >= 0) contacts[i] = found;
      return;
    }
    // Pushed as before, but by no more than what went on for two steps: an impact is over.
    const float pressed = glm::dot(before.impulse_N_s, found.normal);
    if (before.collider == found.collider && pressed > 0.0f) {
      const float steady = pressed < before.steady_N_s ? pressed : before.steady_N_s;
      found.impulse_N_s =
          found.normal * steady +
          no_longer_than(before.impulse_N_s - found.normal * pressed, friction * steady);
      found.steady_N_s = pressed;
    }
    contacts[i] = found;
    int p = point.part;
    if (p >= points.parts.size) p = rides[p].carrier;
    for (; p >= 0; p = rides[p].carrier) atomic_add(borne[p], 1);
    raise_flag(touching[0]);
  }

 private:
  /// The collider that is met first.
  LIMBER_HD PartContact first_met(int i, const PartPoint& point) const {
    const glm::vec3 start = before_m[i], end = points.at_m(point);
    const glm::vec3 next = end + dt_s * points.velocity_m_s(point);
    PartContact found;
    float soonest = 2.0f, deepest_m = 0.0f;  // of the way, and where it begins
    for (int c = 0; c < colliders.size; ++c) {
      const glm::vec3 way = next - 2.0f * dt_s * surface_velocity_m_s(colliders[c], end) - start;
      const float length_m = glm::sqrt(glm::dot(way, way));
      SurfacePoint surface = nearest_surface(colliders[c], start);
      const float gap_m = surface.distance_m - thickness_m;
      if (!(gap_m <= length_m)) continue;
      if (-gap_m > found.depth_m) found.depth_m = -gap_m;
      float share = 0.0f;
      glm::vec3 at = start;
      if (gap_m > 0.0f) {
        share = met(colliders[c], start, way, length_m, surface);
        at += share * way;
      }
      if (share > soonest || (share == soonest && !(gap_m < deepest_m))) continue;
      if (share > 1.0f) continue;
      soonest = share;
      deepest_m = gap_m;
      found.normal = surface.normal;
      found.offset_m = glm::dot(surface.normal, at) - surface.distance_m + thickness_m;
      found.collider = c;
    }
    return found;
  }

  /// Which share of the way brings a point to the surface; more than 1: none does. Each step is as
  /// long as the surface is far.
  LIMBER_HD float met(const Collider& collider, const glm::vec3& start, const glm::vec3& way,
                      float length_m, SurfacePoint& surface) const {
    constexpr int steps = 12;
    const float close_m = 0.01f * thickness_m;
    float gone_m = surface.distance_m - thickness_m;
    for (int k = 0; k < steps; ++k) {
      if (gone_m > length_m) return 2.0f;
      surface = nearest_surface(collider, start + way * (gone_m / length_m));
      const float gap_m = surface.distance_m - thickness_m;
      if (gap_m < close_m) break;
      gone_m += gap_m;
    }
    return gone_m > length_m ? 2.0f : gone_m / length_m;
  }
};

/// How heavy the points that touch are, each part split among the contacts that it bears. One
/// thread a point.
struct SplitMasses {
  static constexpr int grain = 16;
  PartPoints points;
  View<const Ride> rides;
  View<const float> attachments;
  View<const float> inverses;   ///< see SolveModes
  View<const float> couplings;  ///< see HandOn
  View<const int> borne;
  View<PartContact> contacts;

  LIMBER_HD void operator()(int i) const {
    PartContact contact = contacts[i];
    if (contact.collider < 0) return;
    const PartPoint point = points.points[i];
    const glm::vec3 n = rotated_back(points.poses[point.part].quaternion, contact.normal);
    const glm::vec3 aside =
        glm::abs(n.x) < 0.6f ? glm::vec3(1.0f, 0.0f, 0.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
    const glm::vec3 t = glm::normalize(glm::cross(n, aside));
    const glm::vec3 at = points.bent_m(point);
    const float normal = given_per_kg(point, at, n);
    const float tangent = given_per_kg(point, at, t) + given_per_kg(point, at, glm::cross(n, t));
    constexpr float as_good_as_nothing_per_kg = 1e-9f;
    contact.normal_kg = normal > as_good_as_nothing_per_kg ? 1.0f / normal : 0.0f;
    contact.tangent_kg = tangent > as_good_as_nothing_per_kg ? 1.0f / tangent : 0.0f;
    if (contact.normal_kg == 0.0f) contact.depth_m = 0.0f;  // as of roots, which stay in the ground
    contacts[i] = contact;
  }

 private:
  /// How fast a unit impulse makes the point along itself, each part as many times as it bears
  /// contacts.
  LIMBER_HD float given_per_kg(const PartPoint& point, const glm::vec3& at,
                               const glm::vec3& direction) const {
    Spatial load{direction, glm::cross(at, direction)};
    float sum = 0.0f;
    int p = point.part;
    if (p < points.parts.size) {
      const BendingPart part = points.parts[p];
      const View<const glm::vec3> own = points.modes.part(point.first_mode, part.modes);
      sum += given_by(p, part, load, [&](int k) { return glm::dot(own[k], direction); });
    }
    for (; rides[p].carrier >= 0; p = rides[p].carrier) {
      const Ride ride = rides[p];
      const BendingPart carrier = points.parts[ride.carrier];
      load.linear = rotated(ride.rest.quaternion, load.linear);
      load.angular = rotated(ride.rest.quaternion, load.angular) +
                     glm::cross(ride.rest.position_m - ride.pivot_m, load.linear);
      const Spatial at_pivot = load;
      load.angular += glm::cross(ride.pivot_m, load.linear);
      sum += given_by(ride.carrier, carrier, load, [&](int k) {
        return along_mode(attachments, ride.first_row + k, carrier.modes, at_pivot);
      });
    }
    return sum;
  }

  /// By the modes of one part, on each of which `force` acts; takes from the load what they bear.
  template <class Force>
  LIMBER_HD float given_by(int p, const BendingPart& part, Spatial& load,
                           const Force& force) const {
    float given = 0.0f;
    float borne_by_modes[6] = {};
    for (int k = 0; k < part.modes; ++k) {
      float speed = 0.0f;
      for (int l = 0; l < part.modes; ++l)
        speed += inverses[part.first_square + k * part.modes + l] * force(l);
      given += speed * force(k);
      for (int row = 0; row < 6; ++row)
        borne_by_modes[row] += couplings[6 * part.first_coordinate + row * part.modes + k] * speed;
    }
    load.linear -= glm::vec3(borne_by_modes[0], borne_by_modes[1], borne_by_modes[2]);
    load.angular -= glm::vec3(borne_by_modes[3], borne_by_modes[4], borne_by_modes[5]);
    return given * static_cast<float>(borne[p]);
  }
};

/// An iteration. One thread a point.
struct SolvePartContacts {
  static constexpr int grain = 64;
  PartPoints points;
  View<const Collider> colliders;
  View<PartContact> contacts;
  View<glm::vec3> changes_N_s;  ///< that the parts have not felt yet
  float friction;
  float dt_s;
  int first;  ///< whether nothing of the impulses has been felt yet
  static constexpr float left_in_a_step = 0.8f;  ///< of a penetration
  static constexpr float fastest_out_m_s = 1.0f;

  LIMBER_HD void operator()(int i) const {
    PartContact contact = contacts[i];
    glm::vec3 change(0.0f);
    if (contact.collider >= 0) {
      if (first != 0) {
        change = contact.impulse_N_s;
      } else {
        change = solved(points.points[i], contact);
        contacts[i] = contact;
      }
    }
    changes_N_s[i] = change;
  }

 private:
  LIMBER_HD glm::vec3 solved(const PartPoint& point, PartContact& contact) const {
    const glm::vec3 at = points.at_m(point), n = contact.normal;
    const glm::vec3 surface = surface_velocity_m_s(colliders[contact.collider], at);
    const glm::vec3 velocity = points.velocity_m_s(point) - surface;
    const float gap_m = glm::dot(n, at - dt_s * surface) - contact.offset_m;
    float wanted_m_s = -gap_m / dt_s;
    if (gap_m < 0.0f) {
      wanted_m_s *= 1.0f - left_in_a_step;
      wanted_m_s = wanted_m_s < fastest_out_m_s ? wanted_m_s : fastest_out_m_s;
    }
    const glm::vec3 before = contact.impulse_N_s;
    const float along = glm::dot(velocity, n), pressed = glm::dot(before, n);
    float pressing = pressed + (wanted_m_s - along) * contact.normal_kg;
    pressing = pressing > 0.0f ? pressing : 0.0f;
    const glm::vec3 rubbing = no_longer_than(
        before - n * pressed - (velocity - n * along) * contact.tangent_kg, friction * pressing);
    contact.impulse_N_s = n * pressing + rubbing;
    return contact.impulse_N_s - before;
  }
};

/// What the changed impulses are for a part and its modes, as forces through a step. One thread a
/// part.
struct PushParts {
  static constexpr int grain = 128;
  PartPoints points;
  View<const PartReach> reaches;
  View<const int> near;
  View<const glm::vec3> changes_N_s;
  View<PartLoad> loads;
  View<float> modes_N;
  float per_s;  ///< a force from an impulse

  LIMBER_HD void operator()(int p) const {
    PartLoad load;
    const bool bends = p < points.parts.size;
    const BendingPart part = bends ? points.parts[p] : BendingPart{};
    for (int k = 0; k < part.modes; ++k) modes_N[part.first_coordinate + k] = 0.0f;
    const PartReach reach = reaches[p];
    for (int i = reach.first_point; near[p] != 0 && i < reach.first_point + reach.points; ++i) {
      if (changes_N_s[i] == glm::vec3(0.0f)) continue;
      const PartPoint point = points.points[i];
      const glm::vec3 force = rotated_back(points.poses[p].quaternion, changes_N_s[i]) * per_s;
      load.force_N += force;
      load.torque_N_m += glm::cross(points.bent_m(point), force);
      for (int k = 0; k < part.modes; ++k)
        modes_N[part.first_coordinate + k] += glm::dot(points.modes[point.first_mode + k], force);
    }
    loads[p] = load;
  }
};

}  // namespace limber
