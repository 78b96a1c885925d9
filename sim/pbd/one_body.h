#pragma once

#include <vector>

#include "sim/mesh/box_tree.h"
#include "sim/pbd/model.h"

namespace limber {

/// For each particle the body that it belongs to; -1 for bodies with pinned particles, whose mass
/// is unknown.
std::vector<int> spawnable_bodies(const PbdModel& model);

/// A model of one body of `model`, at rest.
PbdModel one_body_of(const PbdModel& model, int body);

/// Bounds of all particles at rest.
Box box_around(const PbdModel& model);

}  // namespace limber
