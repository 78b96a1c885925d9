#pragma once

#include "sim/mesh/lathe.h"

namespace limber {

/// A horse's head and neck that looks to +x and stands on `ring`, at `height`. All lengths in
/// millimetres, of a king of 95.
void add_horse(Lathe& lathe, const Lathe::Ring& ring, float height);

}  // namespace limber
