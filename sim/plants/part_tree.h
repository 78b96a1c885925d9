#pragma once

#include <Eigen/Core>
#include <vector>

#include "kernels/plants/cubic.h"
#include "kernels/plants/newmark.h"
#include "kernels/plants/part.h"
#include "sim/plants/plant.h"
#include "sim/plants/reduced_shape.h"

namespace limber {

/// A plant and what its parts have been reduced to.
struct PlantsModel {
  Plant plant;
  std::vector<ReducedShape> reduced;  ///< of each shape
  /// Of each part that mounts on a bending one, 6 x r: displacement and small rotation of where it
  /// is attached by each mode of its parent, in the parent's frame. Empty for other parts.
  std::vector<Eigen::MatrixXd> attachments;
  /// Whether the parts have their shapes in spite of their weight, as what has grown does. Else
  /// they bend under it.
  bool grown_under_gravity = true;
  bool share_shapes = true;  ///< whether parts of one shape read the same modes to deform
};

/// The parts of plants as the solvers see them: bending ones first, level by level from the ground
/// up, then the rigid ones. A bending part may mount on a rigid one: then it mounts on what carries
/// that, at the same pivot.
struct PartTree {
  std::vector<int> part_of_plant;  ///< of each part here
  std::vector<int> index_of;       ///< of each part of the plant
  std::vector<Mount> mounts;
  std::vector<BendingPart> bending;
  std::vector<int> mounted;
  std::vector<float> attachments;
  std::vector<PartBody> bodies;  ///< of each shape
  std::vector<WindFace> faces;
  std::vector<glm::vec3> face_modes;  ///< of the faces of each shape
  std::vector<Pose> rest;             ///< of each part in the world
  /// Of each level, and one past the last: the first bending part, and its first coordinate.
  std::vector<int> first_of_level, first_coordinate_of_level;
  std::vector<int> part_of_coordinate;
  std::vector<ModeRange> ranges;  ///< of each coordinate
  std::vector<CubicPart> cubics;
  // Tables of all shapes.
  std::vector<glm::vec3> linear, gyroscopic;
  std::vector<glm::mat3> centrifugal;
  std::vector<float> stiffness, cubic_coefficients;

  int parts() const { return static_cast<int>(mounts.size()); }
  int levels() const { return static_cast<int>(first_of_level.size()) - 1; }
  int coordinates() const { return static_cast<int>(part_of_coordinate.size()); }
  int max_modes() const;
};

/// Throws Error(bad_input) where parts, shapes and attachments do not fit together, and for cubic
/// forces of a part that does not stand on the ground.
PartTree part_tree_of(const PlantsModel& model);

}  // namespace limber
