#pragma once

#include "sim/plants/plant.h"
#include "sim/plants/reduced_shape.h"
#include "sim/plants/solid_model.h"
#include "sim/progress.h"

namespace limber {

struct ReduceOptions {
  ElementOrder elements = ElementOrder::quadratic;  ///< of solids
  /// Number of linear modes; 0: all. The other modes of a solid are made from modal derivatives, of
  /// which n linear modes have n (n + 1) / 2.
  int linear_modes = 0;
  bool cubic_forces = false;  ///< whether a solid gets CubicForces, for large bending
};

/// The lowest modes of a part, clamped at its base, and its mass integrals. A rigid part has only
/// the latter: of its elements or, without any, of its drawn triangles, as a shell if it has a
/// thickness, else as the solid that they enclose with the frame's origin. Throws Error(bad_input)
/// for a part that check_part() refuses, that can move freely, or that has fewer modes than
/// shape.modes, and for a shell with modal derivatives or cubic forces.
ReducedShape reduce(const PartShape& shape, const ReduceOptions& options, Progress& progress);

/// Interpolates U from the nodes to the drawn vertices.
Eigen::MatrixXd drawn_modes_of(const PartShape& shape, const Eigen::MatrixXd& node_modes);

}  // namespace limber
