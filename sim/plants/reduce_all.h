#pragma once

#include <vector>

#include "sim/plants/plant.h"
#include "sim/plants/reduce.h"
#include "sim/plants/reduced_shape.h"
#include "sim/progress.h"

namespace limber {

/// reduce() of every shape, on all cores, kept in files for the next start. Progress is reported
/// from several threads, by one at a time. Throws what reduce() throws, of the first shape that is
/// wrong, with its index where there are others.
std::vector<ReducedShape> reduce_all(const std::vector<PartShape>& shapes,
                                     const ReduceOptions& options, Progress& progress);

}  // namespace limber
