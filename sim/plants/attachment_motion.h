#pragma once

#include <Eigen/Core>

#include "sim/plants/plant.h"
#include "sim/plants/reduced_shape.h"

namespace limber {

/// How the surroundings of a point move with q, in the part's frame: its displacement (m, the first
/// three rows) and its small rotation (rad, the others). 6 x r; a rigid part has no columns.
using AttachmentMotion = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// The rigid motion that is nearest to that of the nodes around `point_m`, which may be any point
/// in the part's frame.
AttachmentMotion attachment_at(const PartShape& shape, const ReducedShape& reduced,
                               const Eigen::Vector3d& point_m);

}  // namespace limber
