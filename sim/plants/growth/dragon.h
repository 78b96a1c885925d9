#pragma once

#include "sim/plants/plant.h"
#include "sim/progress.h"

namespace limber {

struct DragonSettings {
  float length_m = 2.0f;  ///< approximate, from tail to snout; above 0
  int modes = 15;
};

/// An eastern dragon standing on four feet: as in [Wang20, figure 13], at least 455,568 drawn
/// vertices on a coarser solid that is clamped at the feet; the model is ours. Its feet are at
/// y = 0, y is up and it looks along +x. Throws Cancelled when progress does.
PartShape dragon_shape(const DragonSettings& settings, Progress& progress);

}  // namespace limber
