#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/plants/part_contact.h"
#include "sim/contact/contact_surface.h"
#include "sim/plants/part_tree.h"

namespace limber {

/// What of plants touches other bodies and other parts: the drawn surface of each part, of many
/// parts with fewer triangles where that hardly changes it. Host memory.
///
/// Parts do not touch themselves, what carries them and what they carry, nor parts that they cross
/// at rest, as leaves do that are drawn through twigs, or to which they are nearer than the
/// distance that is kept: they would hold each other forever.
struct TouchingSurface {
  ContactShape shape;  ///< points part by part
  std::vector<PartPoint> points;
  std::vector<glm::vec3> modes;    ///< of the points of each shape
  std::vector<PartReach> reaches;  ///< of each part; no balls
  std::vector<int> plant_of_part;  ///< what stands on the ground with all that it carries
  int plants = 0;
  int terms = 0;         ///< see PartMobilities
  int near_parts = 0;    ///< pairs that do not touch since they are too near at rest
  int coarse_parts = 0;  ///< with fewer triangles than their shape needs, as there are too many
};

/// distance_m: that parts keep. Surfaces of many parts may change by a part of it.
TouchingSurface touching_surface_of(const PlantsModel& model, const PartTree& tree,
                                    float distance_m);

}  // namespace limber
