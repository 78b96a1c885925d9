#pragma once

// Contacts of rigid bodies with each other and with colliders, solved within the bodies' own step,
// alternating with their joints, by nonlinear conjugate gradients over impulses: an iteration over
// all contacts at once, each with its Coulomb friction, gives the gradient [Silcowitz10]. The step
// length along a direction follows from the momenta that it gives to the bodies. While the set of
// pushing contacts stays the same, this is the linear method, and large mass ratios cost few
// iterations.

#include <glm/glm.hpp>

#include "kernels/atomic_sums.h"
#include "kernels/clamped_length.h"
#include "kernels/contact/pairs_ahead.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/hd.h"
#include "kernels/joints/rigid_on_collider.h"
#include "kernels/joints/touching_rigid.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// An active contact of a step, between two bodies or a body and something immovable.
struct alignas(16) RigidPair {
  int first = -1, second = -1;  ///< bodies; -1: immovable
  int listed = 0;               ///< its index in ListedContacts
  float friction = 0.0f;
  glm::vec3 normal{0.0f};
  float wanted_m_s = 0.0f;                          ///< minimum velocity along it
  glm::vec3 first_arm_m{0.0f}, second_arm_m{0.0f};  ///< from the centres to the contact point
  glm::vec3 passing_m_s{0.0f};  ///< prescribed velocity of the first side against the second
  /// Inverse effective masses along the normal and, an upper bound, across it.
  float along_per_kg = 0.0f, across_per_kg = 0.0f;
  float unused = 0.0f;  ///< without it, nvcc copies the rest byte by byte

  /// The impulse, clamped to the friction cone.
  LIMBER_HD glm::vec3 allowed(const glm::vec3& N_s) const {
    const float along = glm::dot(N_s, normal);
    const float normal_N_s = glm::max(0.0f, along);
    return normal * normal_N_s + clamped_length(N_s - normal * along, friction * normal_N_s);
  }
  /// An inner product of impulses, weighted by inverse effective masses.
  LIMBER_HD float product(const glm::vec3& a, const glm::vec3& b) const {
    const float of_normals = glm::dot(a, normal) * glm::dot(b, normal);
    return along_per_kg * of_normals + across_per_kg * (glm::dot(a, b) - of_normals);
  }
};

/// The state of a contact that changes from iteration to iteration.
/// w: unused, but a GPU writes four components at once.
struct alignas(16) RigidPairImpulse {
  glm::vec4 N_s{0.0f};
  glm::vec4 change_N_s{0.0f};  ///< that this iteration asks for
  glm::vec4 direction_N_s{0.0f};
};

/// The velocity of a body, its inverse mass and its largest inverse inertia.
struct alignas(16) RigidVelocity {
  glm::dvec3 linear_m_s{0.0};
  double inverse_mass_per_kg = 0.0;
  glm::dvec3 spin_rad_s{0.0};
  double easiest_per_kg_m2 = 0.0;

  LIMBER_HD static RigidVelocity of(const RigidInertia& inertia, const RigidPose& pose,
                                    const RigidMomentum& momentum) {
    return {.linear_m_s = momentum.linear_kg_m_s * inertia.inverse_mass_per_kg,
            .inverse_mass_per_kg = inertia.inverse_mass_per_kg,
            .spin_rad_s = limber::spin_rad_s(inertia, pose.quaternion, momentum.angular_kg_m2_s),
            .easiest_per_kg_m2 = inertia.easiest_per_kg_m2()};
  }
};

/// Impulses on bodies, summed as velocity changes in fixed point: the sums do not depend on order.
struct RigidSums {
  View<long long> sums;  ///< six per body; empty: impulses are not applied yet
  View<const RigidVelocity> velocities;
  static constexpr double parts = 1099511627776.0;  ///< 2^40

  LIMBER_HD void add(const RigidPair& pair, const glm::vec3& impulse_N_s) const {
    if (sums.empty()) return;
    if (pair.first >= 0) add(pair.first, pair.first_arm_m, impulse_N_s);
    if (pair.second >= 0) add(pair.second, pair.second_arm_m, -impulse_N_s);
  }
  LIMBER_HD RigidMomentum take(int b, const RigidInertia& inertia) const {
    RigidMomentum sum;
    if (!inertia.moves()) return sum;
    for (int k = 0; k < 3; ++k) {
      sum.linear_kg_m_s[k] =
          static_cast<double>(sums[6 * b + k]) / (parts * inertia.inverse_mass_per_kg);
      sum.angular_kg_m2_s[k] =
          static_cast<double>(sums[6 * b + 3 + k]) / (parts * inertia.easiest_per_kg_m2());
      sums[6 * b + k] = sums[6 * b + 3 + k] = 0;
    }
    return sum;
  }

 private:
  LIMBER_HD void add(int b, const glm::vec3& arm_m, const glm::vec3& impulse_N_s) const {
    const RigidVelocity velocity = velocities[b];
    const glm::dvec3 impulse(impulse_N_s);
    const glm::dvec3 linear = impulse * velocity.inverse_mass_per_kg;
    const glm::dvec3 angular = glm::cross(glm::dvec3(arm_m), impulse) * velocity.easiest_per_kg_m2;
    long long summands[6] = {fixed(linear.x),  fixed(linear.y),  fixed(linear.z),
                             fixed(angular.x), fixed(angular.y), fixed(angular.z)};
    atomic_add_all(sums.data, b, summands);
  }
  LIMBER_HD static long long fixed(double value) {
    const double scaled = glm::clamp(value, -1e5, 1e5) * parts;
    return scaled == scaled ? static_cast<long long>(scaled) : 0LL;
  }
};

/// The state of the conjugate gradients. Aligned for a View of a local one: see view.h.
struct alignas(16) RigidProgress {
  double square = 0.0;  ///< squared norm of the last gradient
  float kept = 0.0f;    ///< share of the previous direction that is kept
  float share = 0.0f;   ///< step length along the direction
};

/// Velocities before contacts are listed. One thread per body.
struct BeginRigidBodies {
  static constexpr int grain = 64;
  View<const RigidInertia> inertias;
  View<const RigidPose> poses;
  View<const RigidMomentum> momenta;
  View<RigidVelocity> velocities;
  View<int> in_contact;  ///< a flag for each body
  View<double> energies;

  LIMBER_HD void operator()(int b) const {
    velocities[b] = RigidVelocity::of(inertias[b], poses[b], momenta[b]);
    in_contact[b] = 0;
    energies[b] = 0.0;
  }
};

/// Adds the contacts' impulses to the momenta of bodies that have some. One thread per body.
struct GatherRigidPairs {
  static constexpr int grain = 64;
  View<const int> in_contact;
  View<const RigidInertia> inertias;
  View<const RigidPose> poses;
  View<const RigidMomentum> along;  ///< momenta along the direction; empty: none
  View<const RigidProgress> progress;
  RigidSums sums;
  View<RigidMomentum> momenta;
  View<RigidVelocity> velocities;

  LIMBER_HD void operator()(int b) const {
    if (in_contact[b] == 0) return;
    const RigidInertia inertia = inertias[b];
    RigidMomentum momentum = momenta[b];
    if (inertia.moves()) {
      const RigidMomentum own = sums.take(b, inertia);
      momentum.linear_kg_m_s += own.linear_kg_m_s;
      momentum.angular_kg_m2_s += own.angular_kg_m2_s;
      if (!along.empty()) {
        const auto share = static_cast<double>(progress[0].share);
        momentum.linear_kg_m_s += along[b].linear_kg_m_s * share;
        momentum.angular_kg_m2_s += along[b].angular_kg_m2_s * share;
      }
      momenta[b] = momentum;
    }
    velocities[b] = RigidVelocity::of(inertia, poses[b], momentum);
  }
};

/// The bodies and their points, as they appear in the world's pairs.
struct PairSides {
  RigidPoints bodies;
  View<const RigidPose> poses;
  PairsAhead ahead;
  int first_point;  ///< first of the bodies' points in the world

  LIMBER_HD int touches() const { return bodies.points.size; }
  /// -1: the point belongs to no body.
  LIMBER_HD int body_of(int point) const {
    const int own = point - first_point;
    return own >= 0 && own < bodies.points.size ? bodies.body_of_point[own] : -1;
  }
};

/// Counts the listed contacts. One thread.
struct CountRigidPairs {
  View<const SearchState> state;  ///< empty: the world has none
  int touches;
  View<int> count;
  LIMBER_HD void operator()(int) const {
    count[0] = touches + (state.empty() ? 0 : state[0].pairs);
  }
};

/// All contacts that may push: one per point, with colliders that have no faces, then the world's
/// pairs. Only some of them are active in a step.
struct ListedContacts {
  PairSides sides;
  View<const RigidTouch> touches;

  LIMBER_HD bool pushes(int i) const {
    if (i < sides.touches())
      return touches[i].touches != 0 &&
             sides.bodies.inertias[sides.bodies.body_of_point[i]].moves();
    const int r = i - sides.touches();
    return !(sides.ahead.targets_m[r] < 0.0f) && sides.ahead.solved[r] == 0 &&
           is_own(sides.ahead.pairs[r].corners);
  }

 private:
  /// Whether all movable corners are on bodies, and there is one.
  LIMBER_HD bool is_own(const glm::ivec4& c) const {
    if (sides.body_of(c.x) < 0 && sides.body_of(c.w) < 0) return false;
    bool moves = false;
    for (int k = 0; k < 4; ++k) {
      const bool free = sides.ahead.points[c[k]].inverse_mass_per_kg > 0.0f;
      if (free && sides.body_of(c[k]) < 0) return false;
      moves = moves || free;
    }
    return moves;
  }
};

/// One thread per listed contact.
struct ChooseRigidPairs {
  static constexpr int grain = 64;
  ListedContacts listed;
  View<int> chosen;  ///< of contact i at i + 1; a running sum gives the slots of active contacts

  LIMBER_HD void operator()(int i) const {
    chosen[i + 1] = listed.pushes(i) ? 1 : 0;
    if (i == 0) chosen[0] = 0;
  }
};

/// Counts the active contacts. One thread.
struct CountChosenPairs {
  View<const int> listed;
  View<const int> places;
  View<int> count;
  LIMBER_HD void operator()(int) const { count[0] = places[glm::min(listed[0], places.size - 1)]; }
};

/// What a step keeps of the one before.
struct RigidWarmStart {
  float kept;       ///< share of the impulses of contacts
  float recovered;  ///< share of the depth of contacts that are too close, which it takes away
};

/// Sets up the active contacts, with the impulses of the step before. One thread per listed
/// contact.
struct BeginRigidPairs {
  static constexpr int grain = 64;
  ListedContacts listed;
  RigidWarmStart warm_start;
  View<const int> places;  ///< running sums: a contact is active where the next one differs
  View<const RigidMomentum> momenta;  ///< before contact impulses
  float friction;                     ///< of touches
  float restitution;
  RigidSums sums;
  View<int> in_contact;  ///< a flag for each body; empty: not needed
  View<RigidPair> pairs;
  View<RigidPairImpulse> impulses;

  LIMBER_HD void operator()(int i) const {
    const int at = places[i];
    if (places[i + 1] == at) return;
    const int touches = listed.sides.touches();
    RigidPair pair;
    pair.listed = i;
    const glm::vec3 before_N_s = i < touches ? begin_touch(i, pair) : begin_pair(i - touches, pair);
    const glm::vec3 N_s = pair.allowed(before_N_s);
    if (N_s != glm::vec3(0.0f)) sums.add(pair, N_s);
    for (const int body : {pair.first, pair.second})
      if (body >= 0 && !in_contact.empty()) raise_flag(in_contact[body]);
    pairs[at] = pair;
    impulses[at] = {.N_s = glm::vec4(N_s, 0.0f)};
  }

 private:
  LIMBER_HD glm::vec3 begin_touch(int i, RigidPair& pair) const {
    const PairSides& sides = listed.sides;
    const RigidTouch touch = listed.touches[i];
    const int b = sides.bodies.body_of_point[i];
    pair.first = b;
    pair.friction = friction;
    pair.normal = glm::vec3(touch.normal);
    pair.wanted_m_s = static_cast<float>(touch.wanted_m_s(static_cast<double>(sides.ahead.dt_s)));
    pair.passing_m_s = -glm::vec3(touch.surface_m_s);
    pair.first_arm_m = glm::vec3(touch.lever_m(sides.bodies, i, sides.poses[b]));
    give(b, pair.first_arm_m, pair);
    return glm::vec3(touch.impulse_N_s);
  }

  LIMBER_HD glm::vec3 begin_pair(int r, RigidPair& pair) const {
    const PairSides& sides = listed.sides;
    const PairsAhead& ahead = sides.ahead;
    const ContactPair near = ahead.pairs[r];
    const glm::ivec4 c = near.corners;
    pair.first = sides.body_of(c.x);
    pair.second = sides.body_of(c.w);
    const PairFrame frame = ahead.frames[r];
    pair.friction = near.friction;
    pair.normal = frame.normal;
    const float missing_m = near.reach_m - frame.gap_m;
    pair.wanted_m_s =
        missing_m < 0.0f ? missing_m / ahead.dt_s : recovery_m_s(missing_m, ahead.dt_s);
    for (int k = 0; k < 4; ++k)
      if ((frame.weights[k] > 0.0f ? pair.first : pair.second) < 0)
        pair.passing_m_s +=
            glm::vec3(ahead.displacements_m[c[k]]) * (frame.weights[k] / ahead.dt_s);
    // Between two bodies, friction acts between their surfaces; otherwise at the surface of the
    // side without a lever.
    const float first_m = pair.first >= 0 ? radius_m(c.x) : 0.0f;
    const float second_m = pair.second >= 0 ? radius_m(c.w) : 0.0f;
    const float share = first_m + second_m > 0.0f ? first_m / (first_m + second_m) : 0.5f;
    if (pair.first >= 0) {
      pair.first_arm_m = arm_m(c, frame, 1.0f) - frame.normal * (frame.gap_m * share);
      give(pair.first, pair.first_arm_m, pair);
    }
    if (pair.second >= 0) {
      pair.second_arm_m = arm_m(c, frame, -1.0f) + frame.normal * (frame.gap_m * (1.0f - share));
      give(pair.second, pair.second_arm_m, pair);
    }
    if (restitution > 0.0f) {
      const float coming_m_s = -away_m_s(pair);
      if (coming_m_s < 0.0f) return glm::vec3(0.0f);  // separating: no warm start
      const float coming_m = coming_m_s * ahead.dt_s;
      if (rebounds(restitution, coming_m, ahead.dt_s) && frame.gap_m - coming_m < near.reach_m)
        pair.wanted_m_s = glm::max(pair.wanted_m_s, restitution * coming_m_s);
    }
    return ahead.warm_start(r, warm_start.kept).N_s;
  }

  /// The speed at which a pair that is too close separates: that of recovered_m(), and a faster one
  /// where it is deep. Bricks that a ball has run into would else stay in it for seconds.
  LIMBER_HD float recovery_m_s(float missing_m, float dt_s) const {
    constexpr float min_time_s = 0.1f;
    const float share = warm_start.recovered;
    return glm::max(recovered_m(missing_m, share, dt_s) / dt_s,
                    missing_m * glm::min(share / dt_s, 1.0f / min_time_s));
  }

  LIMBER_HD float away_m_s(const RigidPair& pair) const {
    glm::vec3 passing = pair.passing_m_s;
    if (pair.first >= 0) passing += velocity_m_s(pair.first, pair.first_arm_m);
    if (pair.second >= 0) passing -= velocity_m_s(pair.second, pair.second_arm_m);
    return glm::dot(passing, pair.normal);
  }
  LIMBER_HD glm::vec3 velocity_m_s(int body, const glm::vec3& arm_m) const {
    return glm::vec3(point_velocity_m_s(listed.sides.poses[body], momenta[body],
                                        listed.sides.bodies.inertias[body], glm::dvec3(arm_m)));
  }

  LIMBER_HD float radius_m(int point) const {
    return listed.sides.bodies.points[point - listed.sides.first_point].radius_m;
  }

  /// From the centre of a side's body to its nearest point.
  LIMBER_HD glm::vec3 arm_m(const glm::ivec4& c, const PairFrame& frame, float sign) const {
    glm::dvec3 sum(0.0);
    for (int k = 0; k < 4; ++k) {
      const float weight = sign * frame.weights[k];
      if (!(weight > 0.0f)) continue;
      const int own = c[k] - listed.sides.first_point;
      sum += listed.sides.bodies.lever_m(
                 own, listed.sides.poses[listed.sides.bodies.body_of_point[own]]) *
             static_cast<double>(weight);
    }
    return glm::vec3(sum);
  }

  LIMBER_HD void give(int body, const glm::vec3& arm_m, RigidPair& pair) const {
    const RigidInertia inertia = listed.sides.bodies.inertias[body];
    const glm::dvec4 q = listed.sides.poses[body].quaternion;
    const glm::dvec3 arm(arm_m), turn = glm::cross(arm, glm::dvec3(pair.normal));
    const double by_turning = glm::dot(turn, spin_rad_s(inertia, q, turn));
    const glm::dvec3 easy = inertia.inverse_per_kg_m2;
    const double all = glm::dot(arm, arm) * (easy.x + easy.y + easy.z) -
                       glm::dot(arm, spin_rad_s(inertia, q, arm));
    pair.along_per_kg += static_cast<float>(inertia.inverse_mass_per_kg + by_turning);
    pair.across_per_kg += static_cast<float>(2.0 * inertia.inverse_mass_per_kg + all - by_turning);
  }
};

/// The impulse changes that an iteration asks for: the gradient. One thread per contact.
struct SolveRigidPairs {
  static constexpr int grain = 64;
  View<const RigidPair> pairs;
  View<const RigidVelocity> velocities;
  View<RigidPairImpulse> impulses;
  View<glm::vec2> products;

  LIMBER_HD void operator()(int i) const { products[i] = change(i); }

  /// Returns the square of the change, and its product with the previous one.
  LIMBER_HD glm::vec2 change(int i) const {
    const RigidPair pair = pairs[i];
    const glm::vec3 N_s(impulses[i].N_s), before_N_s(impulses[i].change_N_s);
    glm::vec3 passing = pair.passing_m_s;
    if (pair.first >= 0) passing += velocity_m_s(pair.first, pair.first_arm_m);
    if (pair.second >= 0) passing -= velocity_m_s(pair.second, pair.second_arm_m);
    const float away_m_s = glm::dot(passing, pair.normal);
    const glm::vec3 wanted_N_s = N_s +
                                 pair.normal * ((pair.wanted_m_s - away_m_s) / pair.along_per_kg) -
                                 (passing - pair.normal * away_m_s) / pair.across_per_kg;
    const glm::vec3 change_N_s = pair.allowed(wanted_N_s) - N_s;
    impulses[i].change_N_s = glm::vec4(change_N_s, 0.0f);
    return {pair.product(change_N_s, change_N_s), pair.product(change_N_s, before_N_s)};
  }

 private:
  LIMBER_HD glm::vec3 velocity_m_s(int body, const glm::vec3& arm_m) const {
    const RigidVelocity velocity = velocities[body];
    return glm::vec3(velocity.linear_m_s + glm::cross(velocity.spin_rad_s, glm::dvec3(arm_m)));
  }
};

inline constexpr int rigid_sum_block = 512;

/// Sums over `rigid_sum_block` contacts each.
struct SumRigidProducts {
  static constexpr int grain = 1;
  View<const int> count;
  View<const glm::vec2> products;
  View<glm::dvec2> parts;

  LIMBER_HD void operator()(int part) const {
    const int first = part * rigid_sum_block;
    const int last = glm::min(first + rigid_sum_block, glm::min(count[0], products.size));
    glm::dvec2 sum(0.0);
    for (int i = first; i < last; ++i) sum += glm::dvec2(products[i]);
    parts[part] = sum;
  }
};

/// The share of the previous direction that is kept [Polak69]: 0 if the formula is negative. One
/// thread.
struct KeepRigidDirection {
  View<const glm::dvec2> parts;
  View<RigidProgress> progress;
  bool first;  ///< iteration: there is no previous direction

  LIMBER_HD void operator()(int) const {
    glm::dvec2 sum(0.0);
    for (int part = 0; part < parts.size; ++part) sum += parts[part];
    progress[0] = after(progress[0], sum, first);
  }
  LIMBER_HD static RigidProgress after(RigidProgress now, const glm::dvec2& sum, bool first) {
    now.kept = 0.0f;
    if (!first && now.square > 0.0 && sum.x > sum.y)
      now.kept = static_cast<float>(glm::min((sum.x - sum.y) / now.square, 2.0));
    now.square = sum.x;
    return now;
  }
};

/// The next direction. One thread per contact.
struct TurnRigidPairs {
  static constexpr int grain = 64;
  View<const RigidPair> pairs;
  View<const RigidProgress> progress;
  RigidSums sums;
  View<RigidPairImpulse> impulses;
  View<glm::vec2> products;

  LIMBER_HD void operator()(int i) const { products[i] = turn(i); }

  /// Returns the product of the direction with the change, and its square.
  LIMBER_HD glm::vec2 turn(int i) const {
    const RigidPair pair = pairs[i];
    const glm::vec3 change_N_s(impulses[i].change_N_s);
    glm::vec3 direction_N_s = change_N_s;
    if (progress[0].kept > 0.0f)
      direction_N_s += glm::vec3(impulses[i].direction_N_s) * progress[0].kept;
    impulses[i].direction_N_s = glm::vec4(direction_N_s, 0.0f);
    if (direction_N_s == glm::vec3(0.0f)) return glm::vec2(0.0f);
    sums.add(pair, direction_N_s);
    return {pair.product(direction_N_s, change_N_s), pair.product(direction_N_s, direction_N_s)};
  }
};

/// The momenta that a direction gives to bodies in contact, and its energy. One thread per body.
struct AimRigidBodies {
  static constexpr int grain = 64;
  View<const int> in_contact;
  View<const RigidInertia> inertias;
  View<const RigidPose> poses;
  RigidSums sums;
  View<RigidMomentum> along;
  View<double> energies;

  LIMBER_HD void operator()(int b) const {
    if (in_contact[b] == 0) return;
    const RigidInertia inertia = inertias[b];
    const RigidMomentum own = sums.take(b, inertia);
    along[b] = own;
    energies[b] = glm::dot(own.linear_kg_m_s, own.linear_kg_m_s) * inertia.inverse_mass_per_kg +
                  glm::dot(own.angular_kg_m2_s,
                           spin_rad_s(inertia, poses[b].quaternion, own.angular_kg_m2_s));
  }
};

/// Sums over `rigid_sum_block` bodies each.
struct SumRigidEnergies {
  static constexpr int grain = 1;
  View<const double> energies;
  View<double> parts;

  LIMBER_HD void operator()(int part) const {
    const int first = part * rigid_sum_block;
    const int last = glm::min(first + rigid_sum_block, energies.size);
    double sum = 0.0;
    for (int b = first; b < last; ++b) sum += energies[b];
    parts[part] = sum;
  }
};

/// The step length along the direction. One thread.
struct AimRigidPairs {
  View<const glm::dvec2> products;
  View<const double> energies;
  View<RigidProgress> progress;

  LIMBER_HD void operator()(int) const {
    double asked = 0.0, energy = 0.0;
    for (int part = 0; part < products.size; ++part) {
      asked += products[part].x;
      energy += held * products[part].y;
    }
    for (int part = 0; part < energies.size; ++part) energy += energies[part];
    progress[0].share = share_of(asked, energy);
  }

  /// Weight of the products in the energy: where contacts are redundant, directions that move
  /// nothing are only rounding.
  static constexpr double held = 0.01;
  LIMBER_HD static float share_of(double asked, double energy) {
    return asked > 0.0 && energy > 0.0 ? static_cast<float>(asked / energy) : 0.0f;
  }
};

/// Takes the step, and clamps impulses to their friction cones. One thread per contact.
struct PushRigidPairs {
  static constexpr int grain = 64;
  View<const RigidPair> pairs;
  View<const RigidProgress> progress;
  RigidSums sums;
  View<RigidPairImpulse> impulses;

  LIMBER_HD void operator()(int i) const {
    const RigidPair pair = pairs[i];
    const glm::vec3 aimed(impulses[i].N_s + impulses[i].direction_N_s * progress[0].share);
    const glm::vec3 now = pair.allowed(aimed);
    impulses[i].N_s = glm::vec4(now, 0.0f);
    if (now != aimed) sums.add(pair, now - aimed);
  }
};

/// Hands the impulses to the world's contacts, which continue from there, and to the touches. One
/// thread per contact.
struct EndRigidPairs {
  View<const RigidPair> pairs;
  View<const RigidPairImpulse> impulses;
  PairsAhead ahead;
  View<RigidTouch> touches;

  LIMBER_HD void operator()(int i) const {
    const RigidPair pair = pairs[i];
    const glm::vec3 N_s(impulses[i].N_s);
    if (pair.listed < touches.size) {
      touches[pair.listed].impulse_N_s = glm::dvec3(N_s);
      return;
    }
    const int r = pair.listed - touches.size;
    ahead.impulses[r] = {N_s, glm::max(0.0f, glm::dot(N_s, pair.normal))};
    ahead.solved[r] = all_solved;
  }
};

}  // namespace limber
