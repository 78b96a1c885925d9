#pragma once

#include <optional>
#include <string>

#include "sim/mesh/distance_field.h"

// Distance fields kept in files for the next start (sim/cache_files.h).

namespace limber {

/// All that the samples depend on, as 32 hexadecimal digits. `side` is part of it, as a GPU rounds
/// in another way and a scene must not depend on what was run before it.
std::string distance_field_key(const TriangleMesh& mesh, const std::string& name,
                               const DistanceFieldOptions& options, Memory side);

/// What is kept under a key.
std::optional<SampledSolid> kept_distance_field(const std::string& key);

/// Keeps it and forgets those that were not used for longest (see trim_cache_files()).
void keep_distance_field(const std::string& key, const SampledSolid& solid);

}  // namespace limber
