#pragma once

#include "sim/mesh/lathe.h"

namespace limber {

/// A horse's head and neck on `ring`, at `height`, looking to +x. All lengths in millimetres, for a
/// king of height 95.
void add_horse(Lathe& lathe, const Lathe::Ring& ring, float height);

}  // namespace limber
