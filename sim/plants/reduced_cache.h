#pragma once

#include <optional>
#include <string>

#include "sim/plants/plant.h"
#include "sim/plants/reduce.h"
#include "sim/plants/reduced_shape.h"

// Reduced shapes kept in files for the next start (sim/cache_files.h). What is drawn is not kept:
// it follows from the modes.

namespace limber {

/// All that the modes of a part depend on, as 32 hexadecimal digits.
std::string reduced_key(const PartShape& shape, const ReduceOptions& options);

/// What is kept under a key, without its drawn_modes.
std::optional<ReducedShape> kept_reduced(const std::string& key);

void keep_reduced(const std::string& key, const ReducedShape& reduced);

/// Forgets the shapes that were not used for longest (see trim_cache_files()).
void trim_reduced();

}  // namespace limber
