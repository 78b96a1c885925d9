#pragma once

#include <Eigen/Core>
#include <vector>

#include "kernels/plants/cubic.h"
#include "kernels/plants/newmark.h"
#include "kernels/plants/part.h"
#include "sim/plants/plant.h"
#include "sim/plants/reduced_shape.h"

namespace limber {

/// A plant and the reduced models of its shapes.
struct PlantsModel {
  Plant plant;
  std::vector<ReducedShape> reduced;  ///< of each shape
  /// Of each part that mounts on a bending one, 6 x r: displacement and small rotation of its
  /// attachment by each mode of the parent, in the parent's frame. Empty for other parts.
  std::vector<Eigen::MatrixXd> attachments;
  /// Whether the rest shapes are in equilibrium with gravity, as in a grown plant. Else the parts
  /// bend under their weight.
  bool grown_under_gravity = true;
  bool share_shapes = true;  ///< whether parts of one shape share its modes in memory
};

/// The parts of plants in the layout of the solvers: bending ones first, level by level from the
/// ground up, then the rigid ones. A bending part whose parent is rigid mounts on the carrier of
/// that parent, at the same pivot.
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
  /// The first bending part of each level, and its first coordinate; then the totals.
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

/// Throws Error(bad_input) if parts, shapes and attachments are inconsistent, and for cubic forces
/// of a part that does not stand on the ground.
PartTree part_tree_of(const PlantsModel& model);

}  // namespace limber
