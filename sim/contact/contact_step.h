#pragma once

#include <vector>

#include "kernels/collider.h"
#include "kernels/contact/pairs_ahead.h"
#include "sim/contact/surface_contacts.h"

namespace limber {

/// How a system takes part in the contacts of its world, with its current settings.
struct ContactUse {
  std::vector<PointTraits> traits;  ///< of each point of the contact shape; empty: takes no part
  int iterations = 0;               ///< over all contacts, requested per step
  float asked_m = 0.0f;             ///< contact distance as set; the radii may give less
  bool meets_solids = true;   ///< collides with faces of colliders; these exist if any system does
  bool meets_itself = true;   ///< else it takes part only where there are other systems
  bool bodies_slide = false;  ///< some are rigid and without joints: see kernels/contact/slide.h
  int steps_ahead = 0;        ///< by which pairs must be found before they touch

  bool takes_part() const { return !traits.empty(); }
};

/// The contacts of one step of the world for the points of one system.
struct ContactStep {
  SurfaceContacts::Requests requests;
  View<const Particle> starts;  ///< at the start of the step
  /// starts, shifted by corrections that must not change velocities; see HoldBack, Collide
  View<Particle> before;
  View<Particle> particles;  ///< current positions
  View<const Collider> colliders;
  View<const int> have_faces;  ///< a flag for each: contacts with its faces keep points away
  float dt_s;
  bool last = true;  ///< points move no more after this, except when held back
  SharePass sharing;
  View<const int> if_asked;  ///< a flag: planes asked bodies to give way
};

/// The contacts at the start of a step of the world, for a system that solves its own.
struct ContactsAhead {
  PairsAhead pairs;
  int first_point;             ///< of the system's points
  View<const int> have_faces;  ///< see ContactStep
};

}  // namespace limber
