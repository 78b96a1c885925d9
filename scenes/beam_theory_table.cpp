#include "scenes/beam_theory_table.h"

namespace limber {

std::vector<Key> keys_of(BeamTheoryTable& t) {
  return {
      Key("root_m", "Clamped end, in metres", &t.root_m).from(-max_distance_m, max_distance_m),
      Key("length_m", "Length along x, in metres", &t.length_m)
          .from(1e-3, max_distance_m)
          .or_else("none: must be given"),
      Key("height_m", "Height of its section, in metres", &t.height_m).from(1e-4, max_distance_m),
      Key("density_kg_m3", "Mass per cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
      Key("young_modulus_Pa", "Young's modulus, in Pa", &t.young_modulus_Pa).from(1, 1e12),
  };
}

}  // namespace limber
