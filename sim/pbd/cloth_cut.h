#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/cut_stroke.h"
#include "sim/pbd/model.h"

namespace limber {

/// The numbers of the triangles that have a side which a stroke crosses, in rising order.
std::vector<int> triangles_under(const std::vector<CutStroke>& strokes,
                                 const std::vector<Particle>& particles,
                                 const std::vector<glm::uvec3>& triangles);

/// Cloth without some of its triangles, whose numbers rise: with the constraints along sides and
/// across edges that are left, in their colours and their order. All particles stay.
PbdModel without_triangles(const PbdModel& cloth, const std::vector<int>& cut);

}  // namespace limber
