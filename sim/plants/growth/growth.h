#pragma once

#include <optional>
#include <string_view>

#include "sim/plants/plant.h"

// Procedural plants: stems of several orders with leaves, after [Weber95]. Each part is a mesh that
// can bend; the numbers of parts, vertices and modes depend on the species only and are those of
// [Wang20, table 4], within 5%.

namespace limber {

enum class Species { conifer, peach, broadleaf, hemlock, sketch };

inline constexpr Species all_species[] = {Species::conifer, Species::peach, Species::broadleaf,
                                          Species::hemlock, Species::sketch};

/// Its name in scene files.
const char* name_of(Species species);

/// Empty for an unknown name.
std::optional<Species> species_named(std::string_view name);

/// The default height of a species.
float usual_height_m(Species species);

struct GrowthSettings {
  Species species = Species::conifer;
  unsigned seed = 1;
  float height_m = 0.0f;  ///< of the highest vertex above the ground; 0: the usual height
};

/// Stands at the origin and grows along +y. The same on every machine for the same settings. Throws
/// Error(bad_input) unless the height is finite and at least 0.
Plant grow(const GrowthSettings& settings);

}  // namespace limber
