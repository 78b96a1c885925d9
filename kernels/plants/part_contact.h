#pragma once

// Contacts of parts' surface points with colliders, with Coulomb friction: unilateral velocity
// constraints, solved by impulses. Each iteration applies the change of all impulses with the two
// sweeps over the parts, which yields the response of the whole plant.
//
// Jacobi iterations with mass splitting [Tonge12]. The inverse mass at a point is a sum with one
// term for each part between it and the ground (the factors of an articulated body's inertia:
// [Featherstone08, section 7.3]). Each term is multiplied by the number of contacts on that part
// and on its descendants, so that all of them together do not overshoot.
//
// A contact is a plane, tangent to the collider where the point first meets it on its path through
// this step and the next: it acts before penetration, and so also for thin walls.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
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
  int first_term = 0;  ///< see PartMobilities
  int unused[2] = {0, 0};
};

/// The points of a part, and a bounding sphere.
struct alignas(16) PartReach {
  glm::vec3 middle_m{0.0f};  ///< of the bounding sphere, in its frame
  float radius_m = 0.0f;     ///< at rest
  int first_point = 0;
  int points = 0;
  int unused[2] = {0, 0};
};

/// Contact of a point with a collider, if any, as that lay at the start of the step.
struct alignas(16) PartContact {
  glm::vec3 normal{0.0f};
  int collider = -1;
  glm::vec3 impulse_N_s{0.0f};     ///< on the point, in this step
  float offset_m = 0.0f;           ///< of the plane: the constraint is normal . x >= offset_m
  float normal_before_N_s = 0.0f;  ///< normal impulse of the last step
  float depth_m = 0.0f;            ///< penetration, with thickness, at the start of the step
  float normal_kg = 0.0f;          ///< effective mass, split among contacts; 0: immovable
  float tangent_kg = 0.0f;
};

/// Positions and velocities of parts' points.
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

/// Finds parts that may come near a collider in this step or the next. One thread per part.
struct FindNearParts {
  static constexpr int grain = 256;
  PartPoints points;
  View<const PartReach> reaches;
  View<const float> mode_reaches_m;  ///< of each mode of all shapes: displacement per unit of q
  View<const Collider> colliders;
  View<int> near;
  float thickness_m;
  float dt_s;
  /// Allowance for speed gained by parts and colliders within a step.
  static constexpr float speed_margin_m_s = 5.0f;

  LIMBER_HD void operator()(int p) const { near[p] = is_near(p) ? 1 : 0; }

 private:
  LIMBER_HD bool is_near(int p) const {
    const PartReach reach = reaches[p];
    if (reach.points == 0) return false;
    const Pose pose = points.poses[p];
    const PartMotion motion = points.motions[p];
    const float spin_rad_s = glm::sqrt(glm::dot(motion.spin_rad_s, motion.spin_rad_s));
    float radius_m = reach.radius_m + thickness_m;
    float speed_m_s = spin_rad_s * reach.radius_m + speed_margin_m_s;
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
      const float displacement_m =
          2.0f * dt_s * (speed_m_s + glm::sqrt(glm::dot(relative, relative)));
      if (nearest_surface(colliders[c], middle).distance_m < radius_m + displacement_m) return true;
    }
    return false;
  }
};

/// Positions of the points at the start of a step. One thread per point.
struct StorePartPoints {
  PartPoints points;
  View<const int> near;
  View<glm::vec3> before_m;

  LIMBER_HD void operator()(int i) const {
    const PartPoint point = points.points[i];
    if (near[point.part] != 0) before_m[i] = points.at_m(point);
  }
};

/// One thread per bending part.
struct ClearContactCounts {
  View<int> contacts_on;
  View<int> touching;
  LIMBER_HD void operator()(int p) const {
    contacts_on[p] = 0;
    if (p == 0) touching[0] = 0;
  }
};

/// Runs after the step without contacts. One thread per point.
struct FindPartContacts {
  static constexpr int grain = 64;
  PartPoints points;
  View<const Mount> mounts;
  View<const int> near;
  View<const glm::vec3> before_m;
  View<const Collider> colliders;
  View<PartContact> contacts;
  View<int> contacts_on;  ///< each bending part or its descendants
  View<int> touching;     ///< flag: some point has a contact
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
    // Warm start, by the smaller impulse of the last two steps, so as not to repeat an impact.
    const float normal_N_s = glm::dot(before.impulse_N_s, found.normal);
    if (before.collider == found.collider && normal_N_s > 0.0f) {
      const float start_N_s =
          normal_N_s < before.normal_before_N_s ? normal_N_s : before.normal_before_N_s;
      found.impulse_N_s =
          found.normal * start_N_s +
          no_longer_than(before.impulse_N_s - found.normal * normal_N_s, friction * start_N_s);
      found.normal_before_N_s = normal_N_s;
    }
    contacts[i] = found;
    int p = point.part;
    if (p >= points.parts.size) p = mounts[p].carrier;
    for (; p >= 0; p = mounts[p].carrier) atomic_add(contacts_on[p], 1);
    raise_flag(touching[0]);
  }

 private:
  /// Contact with the collider that is hit first.
  LIMBER_HD PartContact first_met(int i, const PartPoint& point) const {
    const glm::vec3 start = before_m[i], end = points.at_m(point);
    const glm::vec3 next = end + dt_s * points.velocity_m_s(point);
    PartContact found;
    float first_share = 1.0f, smallest_gap_m = 0.0f;  // of the path; at its start
    for (int c = 0; c < colliders.size; ++c) {
      const glm::vec3 displacement =
          next - 2.0f * dt_s * surface_velocity_m_s(colliders[c], end) - start;
      const float length_m = glm::sqrt(glm::dot(displacement, displacement));
      SurfacePoint surface = nearest_surface(colliders[c], start);
      const float gap_m = surface.distance_m - thickness_m;
      if (!(gap_m <= length_m)) continue;
      if (-gap_m > found.depth_m) found.depth_m = -gap_m;
      float share = 0.0f;
      glm::vec3 at = start;
      if (gap_m > 0.0f) {
        share = met(colliders[c], start, displacement, length_m, surface);
        at += share * displacement;
      }
      if (share > first_share || (share == first_share && !(gap_m < smallest_gap_m))) continue;
      first_share = share;
      smallest_gap_m = gap_m;
      found.normal = surface.normal;
      found.offset_m = glm::dot(surface.normal, at) - surface.distance_m + thickness_m;
      found.collider = c;
    }
    return found;
  }

  /// Share of the path at which a point hits the surface; above 1: it does not. Sphere tracing
  /// [Hart96]; if that takes too many steps, along a surface, it ends before the surface, with the
  /// nearest point from there in `surface`.
  LIMBER_HD float met(const Collider& collider, const glm::vec3& start,
                      const glm::vec3& displacement, float length_m, SurfacePoint& surface) const {
    constexpr int max_steps = 12;
    const float close_m = 0.01f * thickness_m;
    float advanced_m = surface.distance_m - thickness_m;
    for (int k = 1; advanced_m <= length_m; ++k) {
      surface = nearest_surface(collider, start + displacement * (advanced_m / length_m));
      const float gap_m = surface.distance_m - thickness_m;
      if (gap_m < close_m || k == max_steps) return advanced_m / length_m;
      advanced_m += gap_m;
    }
    return 2.0f;
  }
};

/// Terms of a point's inverse mass, one for its part and each ancestor that bends.
struct PartMobility {
  View<const BendingPart> parts;
  View<const glm::vec3> modes;
  View<const Mount> mounts;
  View<const float> attachments;
  View<const float> inverses;   ///< see SolveModes
  View<const float> couplings;  ///< see LoadCarrier

  /// Calls visit(part, term) from the part of the point to the ground. term: velocity of the point
  /// along `direction`, by the part's modes, from the impulse `direction`. at and direction are in
  /// the point's part's frame.
  template <class Visit>
  LIMBER_HD void for_terms(const PartPoint& point, const glm::vec3& at, const glm::vec3& direction,
                           const Visit& visit) const {
    Spatial load{direction, glm::cross(at, direction)};
    int p = point.part;
    if (p < parts.size) {
      const BendingPart part = parts[p];
      const View<const glm::vec3> own = modes.part(point.first_mode, part.modes);
      visit(p, term_of(part, load, [&](int k) { return glm::dot(own[k], direction); }));
    }
    for (; mounts[p].carrier >= 0; p = mounts[p].carrier) {
      const Mount mount = mounts[p];
      const BendingPart carrier = parts[mount.carrier];
      load.linear = rotated(mount.rest.quaternion, load.linear);
      load.angular = rotated(mount.rest.quaternion, load.angular) +
                     glm::cross(mount.rest.position_m - mount.pivot_m, load.linear);
      const Spatial at_pivot = load;
      load.angular += glm::cross(mount.pivot_m, load.linear);
      visit(mount.carrier, term_of(carrier, load, [&](int k) {
              return along_mode(attachments, mount.first_row + k, carrier.modes, at_pivot);
            }));
    }
  }

 private:
  /// Term of one part. force(k): on its mode k. Subtracts the modes' inertial reaction from the
  /// load, which then acts on the carrier.
  template <class Force>
  LIMBER_HD float term_of(const BendingPart& part, Spatial& load, const Force& force) const {
    float sum = 0.0f;
    float resisted[6] = {};
    for (int k = 0; k < part.modes; ++k) {
      float speed = 0.0f;
      for (int l = 0; l < part.modes; ++l)
        speed += inverses[part.first_square + k * part.modes + l] * force(l);
      sum += speed * force(k);
      for (int row = 0; row < 6; ++row)
        resisted[row] += couplings[6 * part.first_coordinate + row * part.modes + k] * speed;
    }
    load.linear -= glm::vec3(resisted[0], resisted[1], resisted[2]);
    load.angular -= glm::vec3(resisted[3], resisted[4], resisted[5]);
    return sum;
  }
};

/// Effective masses of the contacts, with mass splitting. One thread per point.
struct SplitMasses {
  static constexpr int grain = 16;
  PartPoints points;
  PartMobility mobility;
  View<const int> contacts_on;
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
    contact.normal_kg = mass_kg(inverse_mass_per_kg(point, at, n));
    contact.tangent_kg = mass_kg(inverse_mass_per_kg(point, at, t) +
                                 inverse_mass_per_kg(point, at, glm::cross(n, t)));
    if (contact.normal_kg == 0.0f) contact.depth_m = 0.0f;  // such as roots in the ground
    contacts[i] = contact;
  }

 private:
  /// 0 if immovable.
  LIMBER_HD static float mass_kg(float inverse_per_kg) {
    constexpr float min_per_kg = 1e-9f;
    return inverse_per_kg > min_per_kg ? 1.0f / inverse_per_kg : 0.0f;
  }

  /// Inverse mass along a unit direction, each part's term multiplied by its number of contacts.
  LIMBER_HD float inverse_mass_per_kg(const PartPoint& point, const glm::vec3& at,
                                      const glm::vec3& direction) const {
    float sum = 0.0f;
    mobility.for_terms(point, at, direction, [&](int p, float term) {
      sum += term * static_cast<float>(contacts_on[p]);
    });
    return sum;
  }
};

/// One iteration. One thread per point.
struct SolvePartContacts {
  static constexpr int grain = 64;
  PartPoints points;
  View<const Collider> colliders;
  View<PartContact> contacts;
  View<glm::vec3> changes_N_s;  ///< of the impulses, to be applied to the parts
  float friction;
  float dt_s;
  int warm_starts;  ///< only output the impulses of the warm start, without solving
  static constexpr float recovered_share = 0.2f;  ///< of a penetration, in a step
  static constexpr float max_recovery_m_s = 1.0f;

  LIMBER_HD void operator()(int i) const {
    PartContact contact = contacts[i];
    glm::vec3 change(0.0f);
    if (contact.collider >= 0) {
      if (warm_starts != 0) {
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
      wanted_m_s *= recovered_share;
      wanted_m_s = wanted_m_s < max_recovery_m_s ? wanted_m_s : max_recovery_m_s;
    }
    const glm::vec3 before = contact.impulse_N_s;
    const float along_m_s = glm::dot(velocity, n), normal_before_N_s = glm::dot(before, n);
    float normal_N_s = normal_before_N_s + (wanted_m_s - along_m_s) * contact.normal_kg;
    normal_N_s = normal_N_s > 0.0f ? normal_N_s : 0.0f;
    const glm::vec3 slip_m_s = velocity - n * along_m_s;
    const glm::vec3 friction_N_s = no_longer_than(
        before - n * normal_before_N_s - slip_m_s * contact.tangent_kg, friction * normal_N_s);
    contact.impulse_N_s = n * normal_N_s + friction_N_s;
    return contact.impulse_N_s - before;
  }
};

/// Sums the impulse changes over each part and projects them on its modes, as forces. One thread
/// per part.
struct GatherContactLoads {
  static constexpr int grain = 128;
  PartPoints points;
  View<const PartReach> reaches;
  View<const int> near;  ///< empty: all parts
  View<const glm::vec3> changes_N_s;
  View<PartLoad> loads;
  View<float> modes_N;
  float per_s;  ///< converts an impulse to a force

  LIMBER_HD void operator()(int p) const {
    const BendingPart part = part_of(p);
    for (int k = 0; k < part.modes; ++k) modes_N[part.first_coordinate + k] = 0.0f;
    PartLoad load;
    const int last = last_of(p);
    for (int i = reaches[p].first_point; i < last; ++i)
      if (changes_N_s[i] != glm::vec3(0.0f)) add(p, part, i, changes_N_s[i], 0, 1, load);
    loads[p] = load;
  }

  /// Rigid parts have no modes.
  LIMBER_HD BendingPart part_of(int p) const {
    return p < points.parts.size ? points.parts[p] : BendingPart{};
  }
  /// One past the part's last point that may have a contact.
  LIMBER_HD int last_of(int p) const {
    return near.empty() || near[p] != 0 ? reaches[p].first_point + reaches[p].points : 0;
  }
  /// Adds to every `lanes`th mode from `lane` on.
  LIMBER_HD void add(int p, const BendingPart& part, int i, const glm::vec3& change_N_s, int lane,
                     int lanes, PartLoad& load) const {
    const PartPoint point = points.points[i];
    const glm::vec3 force = rotated_back(points.poses[p].quaternion, change_N_s) * per_s;
    load.force_N += force;
    load.torque_N_m += glm::cross(points.bent_m(point), force);
    for (int k = lane; k < part.modes; k += lanes)
      modes_N[part.first_coordinate + k] += glm::dot(points.modes[point.first_mode + k], force);
  }
};

}  // namespace limber
