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
  /// Whether they start upright, so that all spheres of a face may touch the ground at once.
  bool upright = false;
};

/// The initial state of a body.
struct PileBody {
  int kind = 0;
  Pose pose;
  glm::vec3 velocity_m_s{0.0f};
  glm::vec3 spin_rad_s{0.0f};  ///< angular velocity, in world axes
};

/// The input of a simulation of rigid piles. Host memory.
struct PilesModel {
  std::vector<PileKind> kinds;
  std::vector<PileBody> bodies;  ///< sorted by kind: see sort_by_kind()
};

/// Stable sort of the bodies by kind.
void sort_by_kind(PilesModel& model);

/// Sorts the bodies by spatial_order(), whatever their kinds: sort_by_kind() has to follow.
/// Collisions of large heaps wait for the memory of near spheres.
void sort_in_space(PilesModel& model);

/// Transforms a mesh into the frame of the body that was made from it.
StaticMesh in_frame_of(const SphereBody& body, StaticMesh mesh);

}  // namespace limber
