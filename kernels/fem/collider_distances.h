#pragma once

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// The distances that nodes keep from colliders in their own step.
struct ColliderDistances {
  float thickness_m = 0.0f;
  float of_faces_m = 0.0f;     ///< from colliders whose faces the world's contacts keep away, too
  View<const int> have_faces;  ///< a flag for each collider; empty: none

  LIMBER_HD float of(int collider) const {
    return !have_faces.empty() && have_faces[collider] != 0 ? of_faces_m : thickness_m;
  }
};

}  // namespace limber
