#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/plants/part_contact.h"
#include "sim/contact/contact_surface.h"
#include "sim/plants/part_tree.h"

namespace limber {

/// What of plants touches other bodies and other parts: the drawn surface of each part, with fewer
/// triangles where that hardly changes it. Host memory.
///
/// Parts do not touch themselves, what carries them and what they carry, and parts that they cross
/// at rest, as leaves do that are drawn through twigs.
struct TouchingSurface {
  ContactShape shape;  ///< points part by part
  std::vector<PartPoint> points;
  std::vector<glm::vec3> modes;    ///< of the points of each shape
  std::vector<PartReach> reaches;  ///< of each part; no balls
  std::vector<int> plant_of_part;  ///< what stands on the ground with all that it carries
  int plants = 0;
  int terms = 0;           ///< see PointYields
  int crossing_parts = 0;  ///< pairs that do not touch since they cross at rest
  int coarse_parts = 0;    ///< with fewer triangles than their shape needs, as there are too many
};

/// fine_m: surfaces may change by so much.
TouchingSurface touching_surface_of(const PlantsModel& model, const PartTree& tree, float fine_m);

}  // namespace limber
