#pragma once

#include <Eigen/Core>

#include "sim/plants/plant.h"
#include "sim/plants/reduced_shape.h"

namespace limber {

/// The motion of the neighbourhood of a point per unit of q, in the part's frame: displacement (m,
/// first three rows) and small rotation (rad, the others). 6 x r; 6 x 0 for a rigid part.
using AttachmentMotion = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// The best rigid fit to the motion of the nodes around `point_m`, any point in the part's frame.
AttachmentMotion attachment_at(const PartShape& shape, const ReducedShape& reduced,
                               const Eigen::Vector3d& point_m);

}  // namespace limber
