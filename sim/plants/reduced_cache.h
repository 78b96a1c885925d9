#pragma once

#include <optional>
#include <string>

#include "sim/plants/plant.h"
#include "sim/plants/reduce.h"
#include "sim/plants/reduced_shape.h"

// A file cache of reduced shapes (sim/cache_files.h), without drawn_modes, which follow from
// node_modes.

namespace limber {

/// Hash of everything that the modes of a part depend on, as 32 hexadecimal digits.
std::string reduced_key(const PartShape& shape, const ReduceOptions& options);

/// The cached shape, without its drawn_modes.
std::optional<ReducedShape> kept_reduced(const std::string& key);

void keep_reduced(const std::string& key, const ReducedShape& reduced);

/// Evicts the least recently used shapes (see trim_cache_files()).
void trim_reduced();

}  // namespace limber
