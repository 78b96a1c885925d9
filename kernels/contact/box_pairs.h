#pragma once

// Pairs of boxes of rigid bodies. Each takes the place of the hundreds of pairs of their corners,
// triangles and edges, and fills up to four contacts in the list, as a vertex and a face or as two
// edges, which the response then treats like all others.

#include <glm/glm.hpp>

#include "kernels/contact/box_geometry.h"
#include "kernels/contact/contact_mesh.h"
#include "kernels/contact/contact_pairs.h"
#include "kernels/contact/hold_back.h"
#include "kernels/contact/search_pairs.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// A pair of boxes prefers its axes by this share of the distance to keep: see boxes_apart().
inline constexpr float box_axis_bias = 0.02f;

/// The pairs of boxes in the list, after all others, in `max_contacts` slots each.
struct ListedBoxes {
  static constexpr int slots = BoxManifold::max_contacts;
  ContactMesh mesh;
  View<const int> first_pair;  ///< of each owner
  View<const SearchState> state;

  /// The first slot of pair k.
  LIMBER_HD int slot(int k) const { return first_pair[mesh.first_box_owner()] + slots * k; }
  /// Slots of a pair from r on that have memory.
  LIMBER_HD int room(int r, int capacity) const {
    const int last = glm::min(state[0].pairs, capacity);
    return glm::clamp(last - r, 0, slots);
  }
};

/// Finds where boxes touch at the start of a substep. Contacts that stay about where they were keep
/// their impulses. One thread per pair of boxes.
struct BeginBoxPairs {
  static constexpr int grain = 16;
  ListedBoxes boxes;
  View<ContactPair> pairs;
  View<const glm::vec4> starts_m;
  View<const int> have_moved;  ///< see BeginPairs
  View<BoxSlot> kept;
  View<PairFrame> frames;
  View<float> targets_m;
  View<PairImpulse> impulses;
  float dt_s;

  LIMBER_HD void operator()(int k) const {
    const int r = boxes.slot(k), room = boxes.room(r, pairs.size);
    if (room == 0) return;
    const ContactMesh& mesh = boxes.mesh;
    const ContactPair pair = pairs[r];
    const int first = mesh.first_of_box(mesh.own_thing(pair.owner));
    const int second = mesh.first_of_box(pair.thing);
    if (!have_moved.empty() && !has_moved(first) && !has_moved(second)) return;
    const glm::vec3 origin_m(starts_m[first]);
    const CornerBox a = corner_box(starts_m, first, origin_m);
    const CornerBox b = corner_box(starts_m, second, origin_m);
    const BoxesApart apart = boxes_apart(a, b, box_axis_bias * pair.reach_m);
    BoxManifold manifold;
    BoxManifoldFinder(a, b, apart, pair.reach_m).find(manifold);
    PairImpulse before[ListedBoxes::slots];
    BoxSlot slot_before[ListedBoxes::slots];
    for (int s = 0; s < room; ++s) {
      before[s] = impulses[r + s];
      slot_before[s] = kept[r + s];
    }
    for (int s = 0; s < room; ++s) {
      const bool there = s < manifold.count;
      const BoxContact contact = there ? manifold.contacts[s] : none(first, second);
      BoxSlot slot;
      slot.at_m = there ? on_first(a, contact) : glm::vec3(0.0f);
      slot.normal = apart.normal;
      slot.gap_m = apart.gap_m;
      PairImpulse impulse;
      if (contact.pushes)
        impulse = take_nearest(slot.at_m, pair.reach_m, slot_before, before, room);
      pairs[r + s].corners = contact.corners;
      kept[r + s] = slot;
      impulses[r + s] = impulse;
      PairFrame frame;
      frame.normal = contact.normal;
      frame.gap_m = contact.gap_m;
      frame.weights = contact.weights;
      frames[r + s] = frame;
      targets_m[r + s] = contact.pushes ? target_gap_m(contact.gap_m, pair.reach_m, dt_s) : -1.0f;
    }
  }

 private:
  LIMBER_HD bool has_moved(int first) const {
    return (have_moved[first] | have_moved[first + 1] | have_moved[first + 2] |
            have_moved[first + 4]) != 0;
  }

  LIMBER_HD static BoxContact none(int first, int second) {
    BoxContact contact;
    contact.corners = {first, first, second, second};
    contact.weights = {1.0f, 0.0f, 0.0f, -1.0f};
    contact.normal = {0.0f, 1.0f, 0.0f};
    return contact;
  }

  /// Where a contact is on the first box, along its axes.
  LIMBER_HD static glm::vec3 on_first(const CornerBox& a, const BoxContact& contact) {
    glm::vec3 at_m(0.0f);
    for (int k = 0; k < 3; ++k) {
      if (!(contact.weights[k] > 0.0f)) continue;
      const int place = contact.corners[k] - a.first;
      for (int axis = 0; axis < 3; ++axis)
        at_m[axis] +=
            contact.weights[k] * ((place >> axis & 1) != 0 ? a.half_m[axis] : -a.half_m[axis]);
    }
    return at_m;
  }

  /// The impulse of the contact that was nearest, if it was near; it is then no longer there.
  LIMBER_HD static PairImpulse take_nearest(const glm::vec3& at_m, float reach_m,
                                            const BoxSlot* slots, PairImpulse* impulses,
                                            int count) {
    constexpr float near = 2.0f;  // times the distance to keep
    float least_m2 = near * near * reach_m * reach_m;
    int nearest = -1;
    for (int s = 0; s < count; ++s) {
      if (impulses[s].normal_N_s == 0.0f) continue;
      const glm::vec3 between = slots[s].at_m - at_m;
      const float squared_m2 = glm::dot(between, between);
      if (!(squared_m2 < least_m2)) continue;
      least_m2 = squared_m2;
      nearest = s;
    }
    if (nearest < 0) return {};
    const PairImpulse taken = impulses[nearest];
    impulses[nearest] = {};
    return taken;
  }
};

/// The corners of two boxes at the plane between them, as in CornersAtPlane.
struct BoxesAtPlane {
  int first[2];  ///< points
  float along_m[2][8], behind_m[2][8];
  float largest_m = 0.0f;

  LIMBER_HD BoxesAtPlane(const ContactMesh& mesh, const ContactPair& pair, const glm::vec3& normal,
                         View<const glm::vec4> starts_m, View<const Particle> particles,
                         View<const int> shares = {})
      : first{mesh.first_of_box(mesh.own_thing(pair.owner)), mesh.first_of_box(pair.thing)} {
    const glm::vec3 origin_m(starts_m[first[0]]);
    for (int side = 0; side < 2; ++side) {
      float support_m = side == 0 ? 1e30f : -1e30f;
      for (int c = 0; c < 8; ++c) {
        const int i = first[side] + c;
        const glm::vec3 x(starts_m[i]);
        const float height_m = glm::dot(x - origin_m, normal);
        support_m = side == 0 ? glm::min(support_m, height_m) : glm::max(support_m, height_m);
        behind_m[side][c] = height_m;
        along_m[side][c] = glm::dot(particles[i].position_m - x, normal) *
                           (shares.empty() ? 1.0f : float_of(shares[i]));
        const glm::vec3 size = glm::abs(x);
        largest_m = glm::max(largest_m, glm::max(size.x, glm::max(size.y, size.z)));
      }
      for (float& behind : behind_m[side]) behind = glm::abs(behind - support_m);
    }
  }
  LIMBER_HD PlaneSides sides() const {
    PlaneSides sides{1e30f, -1e30f};
    for (int c = 0; c < 8; ++c) {
      sides.first_m = glm::min(sides.first_m, along_m[0][c] + behind_m[0][c]);
      sides.second_m = glm::max(sides.second_m, along_m[1][c] - behind_m[1][c]);
    }
    return sides;
  }
};

/// Whether two boxes are so far apart for their motions that nothing limits these.
LIMBER_HD inline bool stay_apart(const ContactMesh& mesh, View<const BodySlide> bodies,
                                 const ContactPair& pair, const BoxSlot& plane, float min_gap_m) {
  const BodySlide& a = bodies[mesh.body_of_point[pair.corners.x]];
  const BodySlide& b = bodies[mesh.body_of_point[pair.corners.w]];
  return a.moves_m + b.moves_m + rounding_m(glm::max(a.largest_m, b.largest_m)) <
         plane.gap_m - min_gap_m;
}

/// Lowers shares until neither box of a pair crosses the plane between them, as StayBehindPlanes
/// does for two features. One thread per pair of boxes.
struct StayBehindBoxPlanes {
  static constexpr int grain = 16;
  ListedBoxes boxes;
  View<const ContactPair> pairs;
  View<const BoxSlot> kept;
  View<const glm::vec4> starts_m;
  View<const Particle> particles;
  View<const BodySlide> bodies;
  View<const int> shares;
  View<int> next_shares;
  View<SearchState> state;
  int pass;
  float kept_gap;  ///< share of the minimum gap that this pass keeps

  LIMBER_HD void operator()(int k) const {
    const int r = boxes.slot(k);
    if (boxes.room(r, pairs.size) == 0) return;
    const ContactPair pair = pairs[r];
    const BoxSlot plane = kept[r];
    const float min_m = kept_gap * min_gap_share * pair.reach_m;
    if (stay_apart(boxes.mesh, bodies, pair, plane, min_m)) return;
    const BoxesAtPlane at(boxes.mesh, pair, plane.normal, starts_m, particles, shares);
    PlaneSides sides = at.sides();
    if (pass >= moving_planes) sides.stand_still();
    const float excess_m = sides.excess_m(plane.gap_m, min_m + rounding_m(at.largest_m));
    if (!(excess_m > 0.1f * rounding_m(at.largest_m))) return;
    const PlaneSides limits = sides.held(excess_m, sides.share_of_first());
    raise_flag(state[0].held[pass]);
    for (int side = 0; side < 2; ++side)
      for (int c = 0; c < 8; ++c) {
        const float along_m = at.along_m[side][c];
        const float limit_m = side == 0 ? limits.first_m - at.behind_m[side][c]
                                        : limits.second_m + at.behind_m[side][c];
        if (side == 0 ? !(along_m < limit_m) : !(along_m > limit_m)) continue;
        const int i = at.first[side] + c;
        const int bits = bits_of(float_of(shares[i]) * (limit_m / along_m));
        if (bits < next_shares[i]) atomic_min(next_shares[i], bits);
      }
  }
};

}  // namespace limber
