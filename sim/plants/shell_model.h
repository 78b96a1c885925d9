#pragma once

#include "sim/plants/full_model.h"
#include "sim/plants/plant.h"

namespace limber {

/// A thin shell of triangles. Of a part that check_part() lets pass.
FullModel shell_model(const PartShape& shape);

}  // namespace limber
