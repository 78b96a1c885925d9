#pragma once

// Colliders with faces in the contacts of a world: points of their surfaces, which move with the
// colliders. All points of colliders that move as one take the same share of their displacement, as
// those of a body do: what cannot get out of a collider's way holds it back.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/collider.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// A point of a collider's surface, in the collider's own frame.
struct alignas(16) FacePoint {
  glm::vec3 place_m;
  int collider;
};

/// Positions of face points at the start and end of a step. One thread per point.
struct PlaceFaces {
  View<const FacePoint> faces;
  View<const Collider> earlier, now;
  View<Particle> before, particles;

  LIMBER_HD void operator()(int i) const {
    before[i] = at(earlier, faces[i]);
    particles[i] = at(now, faces[i]);
  }

 private:
  LIMBER_HD static Particle at(View<const Collider> colliders, const FacePoint& face) {
    const Collider& c = colliders[face.collider];
    return {c.center_m + c.axes * face.place_m, 0.0f};
  }
};

/// Groups of colliders that move as one, and the share of their displacement allowed to each.
struct ColliderShares {
  View<const int> leaders;  ///< of each collider: the first one of its group
  View<const int> in_one;   ///< of each leader: nonzero if it moves fully or not at all
  View<int> least;          ///< of each leader: bits of a float
};

/// Lowers each group's share to the least of its points. One thread per point.
struct TakeFaceShares {
  View<const FacePoint> faces;
  ColliderShares colliders;
  View<const int> shares;  ///< bits of floats, which sort as the floats do

  LIMBER_HD void operator()(int i) const {
    const int leader = colliders.leaders[faces[i].collider];
    if (shares[i] >= bits_of(1.0f)) return;
    const int share = colliders.in_one[leader] != 0 ? bits_of(0.0f) : shares[i];
    if (share < colliders.least[leader]) atomic_min(colliders.least[leader], share);
  }
};

/// Gives all points the share of their group. One thread per point.
struct ShareFaces {
  View<const FacePoint> faces;
  ColliderShares colliders;
  View<int> shares, next_shares;

  LIMBER_HD void operator()(int i) const {
    shares[i] = next_shares[i] = colliders.least[colliders.leaders[faces[i].collider]];
  }
};

}  // namespace limber
