#pragma once

#include <optional>
#include <string_view>

#include "sim/plants/plant.h"

// Plants from a seed: stems of several orders with leaves on them, after [Weber95].
// Each part is a mesh of its own that can bend; how many there are, and of how many
// vertices and modes, depends on the species only and is that of [Wang20, table 4],
// within 5%.

namespace limber {

enum class Species { conifer, peach, broadleaf, hemlock, sketch };

inline constexpr Species all_species[] = {Species::conifer, Species::peach, Species::broadleaf,
                                          Species::hemlock, Species::sketch};

/// As scene files name it.
const char* name_of(Species species);

/// The species of that name, if there is one.
std::optional<Species> species_named(std::string_view name);

/// The default height of one of this kind.
float usual_height_m(Species species);

struct GrowthSettings {
  Species species = Species::conifer;
  unsigned seed = 1;
  float height_m = 0.0f;  ///< of the highest vertex above the ground; 0: the usual height
};

/// Stands at the origin and grows along +y. The same on every machine for the same settings. Throws
/// Error(bad_input) where the height is not a number from 0 on.
Plant grow(const GrowthSettings& settings);

}  // namespace limber
