#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/plants/part_contact.h"
#include "sim/contact/contact_surface.h"
#include "sim/plants/part_tree.h"

namespace limber {

/// The contact surface of plants: the drawn surface of each part, simplified if there are many
/// parts. Host memory.
///
/// Parts do not collide with themselves, their carrier, or parts that they carry, nor with parts
/// that they intersect at rest, such as leaves drawn through twigs, or are closer to than the
/// contact distance: these would be in contact forever.
struct TouchingSurface {
  ContactShape shape;  ///< points sorted by part
  std::vector<PartPoint> points;
  std::vector<glm::vec3> modes;    ///< of the points of each shape
  std::vector<PartReach> reaches;  ///< of each part; without balls
  std::vector<int> plant_of_part;  ///< a plant is a part on the ground with all that it carries
  int plants = 0;
  int terms = 0;         ///< see PartMobilities
  int near_parts = 0;    ///< pairs that do not collide since they are too close at rest
  int coarse_parts = 0;  ///< parts simplified more than the distance allows, to limit triangles
};

/// distance_m: the contact distance. Simplification may change surfaces by a fraction of it.
TouchingSurface touching_surface_of(const PlantsModel& model, const PartTree& tree,
                                    float distance_m);

}  // namespace limber
