#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/cut_stroke.h"
#include "sim/pbd/model.h"

namespace limber {

/// Indices of the triangles with an edge that a stroke crosses, in ascending order.
std::vector<int> triangles_under(const std::vector<CutStroke>& strokes,
                                 const std::vector<Particle>& particles,
                                 const std::vector<glm::uvec3>& triangles);

/// Removes the triangles `cut` (ascending indices) from a cloth, and the constraints along and
/// across edges that no longer exist; colours and order are kept. All particles stay.
PbdModel without_triangles(const PbdModel& cloth, const std::vector<int>& cut);

}  // namespace limber
