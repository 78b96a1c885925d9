#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/piles/body.h"
#include "sim/piles/sphere_body.h"
#include "sim/publish.h"

namespace limber {

/// Bodies of one shape in one material.
struct PileKind {
  SphereBody body;
  StaticMesh drawn;  ///< in the frame of the body
  /// Whether they begin upright, so that they may stand on a face with all of its spheres.
  bool upright = false;
};

/// A body at its start. Turning at `spin_rad_s` in space.
struct PileBody {
  int kind = 0;
  Pose pose;
  glm::vec3 velocity_m_s{0.0f};
  glm::vec3 spin_rad_s{0.0f};
};

/// What a simulation of rigid piles needs to start. Host memory.
struct PilesModel {
  std::vector<PileKind> kinds;
  std::vector<PileBody> bodies;  ///< those of one kind side by side: see sort_by_kind()
};

/// Puts the bodies of a kind side by side, in the order in which they were.
void sort_by_kind(PilesModel& model);

/// A mesh in the frame of a body that was made of it.
StaticMesh in_frame_of(const SphereBody& body, StaticMesh mesh);

}  // namespace limber
