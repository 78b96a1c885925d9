#pragma once

// Colours of bodies: no two bodies that a joint or contact connects share a colour, so all bodies
// of a colour can move at once. Contacts change from step to step, so colours are found on the
// backend that solves, in rounds: each body without a colour wishes for the first one that is free
// around it, and of neighbours with the same wish the one with the greater number gets it
// [JonesPlassmann93, Catalyurek12]. Numbers come from bodies' indices in the model, so colours are
// the same everywhere.

#include "kernels/atomics.h"
#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/joints/joint.h"
#include "kernels/joints/rigid_pairs.h"
#include "kernels/lowest_bit.h"
#include "kernels/view.h"

namespace limber {

/// The joints and contacts between bodies in a step.
struct BodyLinks {
  View<const JointBlock> blocks;
  Incidence blocks_of_body;  ///< items: 2 * block, plus 1 where the body is its body b
  View<const RigidPair> pairs;
  Incidence pairs_of_body;  ///< items: 2 * pair, plus 1 where the body is its second side
  View<const RigidInertia> inertias;

  /// visit(other): moving bodies that are connected with body b, some of them several times.
  template <class Visit>
  LIMBER_HD void for_neighbors(int b, const Visit& visit) const {
    const auto meet = [&](int other) {
      if (other >= 0 && other != b && inertias[other].moves()) visit(other);
    };
    if (!blocks.empty())
      for (int i = blocks_of_body.first[b]; i < blocks_of_body.first[b + 1]; ++i) {
        const int item = blocks_of_body.items[i];
        meet(item % 2 != 0 ? blocks[item / 2].body_a : blocks[item / 2].body_b);
      }
    for (int i = pairs_of_body.first[b]; i < pairs_of_body.first[b + 1]; ++i) {
      const int item = pairs_of_body.items[i];
      meet(item % 2 != 0 ? pairs[item / 2].first : pairs[item / 2].second);
    }
  }
};

/// Counts the contacts of each body. One thread per contact.
struct CountBodyPairs {
  static constexpr int grain = 64;
  View<const RigidPair> pairs;
  View<const RigidInertia> inertias;
  View<int> counts;  ///< of body b at b + 1

  LIMBER_HD void operator()(int i) const {
    const RigidPair pair = pairs[i];
    for (int side = 0; side < 2; ++side)
      if (const int b = side == 0 ? pair.first : pair.second; b >= 0 && inertias[b].moves())
        atomic_add(counts[b + 1], 1);
  }
};

/// Lists the contacts of each body, in any order. One thread per contact.
struct ListBodyPairs {
  static constexpr int grain = 64;
  View<const RigidPair> pairs;
  View<const RigidInertia> inertias;
  View<const int> first;
  View<int> cursors;
  View<int> items;  ///< see BodyLinks

  LIMBER_HD void operator()(int i) const {
    const RigidPair pair = pairs[i];
    for (int side = 0; side < 2; ++side)
      if (const int b = side == 0 ? pair.first : pair.second; b >= 0 && inertias[b].moves())
        items[first[b] + atomic_add(cursors[b], 1)] = 2 * i + side;
  }
};

/// Bodies that find no colour are left over.
inline constexpr int max_body_colors = 16;
/// In the first rounds bodies wish for the first free colour, which takes few colours; later, for a
/// random free one, which takes few rounds where each body has many neighbours.
inline constexpr int first_color_rounds = 10, body_color_rounds = 16;

/// Numbers of bodies per colour, then of those left over.
inline constexpr int body_color_counts = max_body_colors + 1;

/// One thread per body.
struct ClearBodyColors {
  View<int> colors;
  View<int> counts;
  LIMBER_HD void operator()(int b) const {
    colors[b] = -1;
    for (int c = b; c < counts.size; c += colors.size) counts[c] = 0;
  }
};

/// A hash, so that chains of neighbours that wait for each other stay short.
LIMBER_HD inline unsigned color_number(int b, int round) {
  unsigned x = static_cast<unsigned>(b) * 2654435769u + static_cast<unsigned>(round) * 40503u;
  x ^= x >> 16;
  x *= 2246822519u;
  return x ^ x >> 13;
}

/// Bodies without a colour wish for one. One thread per body.
struct WishBodyColors {
  static constexpr int grain = 64;
  BodyLinks links;
  View<const int> colors;
  View<int> wishes;  ///< -1: none is free
  int round;

  LIMBER_HD void operator()(int b) const {
    if (colors[b] >= 0 || !links.inertias[b].moves()) {
      wishes[b] = colors[b];
      return;
    }
    unsigned taken = 0;
    links.for_neighbors(b, [&](int other) {
      if (colors[other] >= 0) taken |= 1u << colors[other];
    });
    unsigned free = ~taken & ((1u << max_body_colors) - 1u);
    if (round >= first_color_rounds) {
      int choices = 0;
      for (unsigned bits = free; bits != 0; bits &= bits - 1) ++choices;
      if (choices > 0)
        for (unsigned k = color_number(b, round) % static_cast<unsigned>(choices); k > 0; --k)
          free &= free - 1;
    }
    wishes[b] = free != 0 ? lowest_bit(free) : -1;
  }
};

/// One thread per body.
struct GrantBodyColors {
  static constexpr int grain = 64;
  BodyLinks links;
  View<const int> wishes;
  View<int> colors;

  LIMBER_HD void operator()(int b) const {
    const int wish = wishes[b];
    if (wish < 0 || colors[b] >= 0) return;
    bool granted = true;
    // A neighbour with the same wish has no colour yet: colours of neighbours are not free.
    links.for_neighbors(b, [&](int other) {
      if (wishes[other] == wish && is_before(other, b)) granted = false;
    });
    if (granted) colors[b] = wish;
  }

 private:
  LIMBER_HD static bool is_before(int a, int b) {
    const unsigned of_a = color_number(a, 0), of_b = color_number(b, 0);
    return of_a != of_b ? of_a > of_b : a > b;
  }
};

/// Lists bodies by colour, in any order: bodies of a colour do not depend on each other. One thread
/// per body.
struct ListBodyColors {
  View<const RigidInertia> inertias;
  View<const int> colors;
  View<int> counts;
  View<int> bodies;  ///< per colour, and for those left over, as many slots as bodies

  LIMBER_HD void operator()(int b) const {
    if (!inertias[b].moves()) return;
    const int color = colors[b] >= 0 ? colors[b] : max_body_colors;
    bodies[color * colors.size + atomic_add(counts[color], 1)] = b;
  }
};

}  // namespace limber
