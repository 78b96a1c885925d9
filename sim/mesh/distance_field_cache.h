#pragma once

#include <optional>
#include <string>

#include "sim/mesh/distance_field.h"

// A file cache of distance fields (sim/cache_files.h).

namespace limber {

/// Hash of everything that the samples depend on, as 32 hexadecimal digits; includes `side`, since
/// GPU and CPU round differently and a scene must not depend on earlier runs.
std::string distance_field_key(const TriangleMesh& mesh, const std::string& name,
                               const DistanceFieldOptions& options, Memory side);

/// The cached distance field.
std::optional<SampledSolid> kept_distance_field(const std::string& key);

/// Stores a distance field and evicts the least recently used ones (see trim_cache_files()).
void keep_distance_field(const std::string& key, const SampledSolid& solid);

}  // namespace limber
