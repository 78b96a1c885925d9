#pragma once

#include <vector>

#include "kernels/collider.h"
#include "kernels/contact/pairs_ahead.h"
#include "sim/contact/surface_contacts.h"

namespace limber {

/// How a system takes part in the contacts of its world, as it is set.
struct ContactUse {
  std::vector<PointTraits> traits;  ///< of each point of its shape; empty: it takes no part
  int iterations = 0;               ///< over all contacts of a step that it asks for
  float asked_m = 0.0f;             ///< the distance that is set; points may keep less
  bool meets_solids = true;         ///< faces of colliders, which are there if one system does
  bool meets_itself = true;         ///< if not, it takes part where there are others only
  int steps_ahead = 0;              ///< that pairs are to be known before they meet

  bool takes_part() const { return !traits.empty(); }
};

/// One of the times in a step that shares of ways are lowered: see SurfaceContacts::choose_shares.
struct SharePass {
  int number = 0;
  View<const int> if_lowered;  ///< a flag: whether some share was, since the one before
};

/// The contacts of a step of the world, as they concern the points of one system.
struct ContactStep {
  SurfaceContacts::Requests requests;
  View<const Particle> starts;  ///< where they began
  View<Particle> before;        ///< the same, moved by what gives no speed; see HoldBack, Collide
  View<Particle> particles;     ///< where they are
  View<const Collider> colliders;
  View<const int> have_faces;  ///< a flag for each: contacts keep points from them already
  float dt_s;
  bool last = true;  ///< nothing moves points after this any more, but for what is held back
  SharePass sharing;
};

/// The contacts of a step of the world that begins, for a system that solves for its own.
struct ContactsAhead {
  PairsAhead pairs;
  int first_point;             ///< of the system's
  View<const int> have_faces;  ///< see ContactStep
};

}  // namespace limber
