#pragma once

#include "sim/plants/plant.h"
#include "sim/plants/reduced_shape.h"
#include "sim/plants/solid_model.h"
#include "sim/progress.h"

namespace limber {

struct ReduceOptions {
  ElementOrder elements = ElementOrder::quadratic;  ///< of solids
  /// How many of the modes are linear ones; 0: all. The others of a solid are made of the
  /// derivatives of these, of which n linear modes have n (n + 1) / 2.
  int linear_modes = 0;
  bool cubic_forces = false;  ///< whether a solid gets CubicForces, for large bending
};

/// The lowest modes of a part, clamped at its base, and its masses. A rigid part has masses only:
/// those of its elements, or, where it has none, of the solid that its drawn triangles enclose
/// with the frame's origin, or of the shell that they are, where it has a thickness. Throws
/// Error(bad_input) for a part that check_part() refuses, that is not held, or that has fewer modes
/// than it wants, and for a shell that wants modal derivatives or cubic forces.
ReducedShape reduce(const PartShape& shape, const ReduceOptions& options, Progress& progress);

/// U at the drawn vertices, from that at the nodes.
Eigen::MatrixXd drawn_modes_of(const PartShape& shape, const Eigen::MatrixXd& node_modes);

}  // namespace limber
