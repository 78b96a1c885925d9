#pragma once

#include "sim/plants/full_model.h"
#include "sim/plants/plant.h"

namespace limber {

/// A thin shell of triangles. The part must pass check_part().
FullModel shell_model(const PartShape& shape);

}  // namespace limber
