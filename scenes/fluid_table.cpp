#include "scenes/fluid_table.h"

namespace limber {

void add_look(std::vector<Key>& keys, FluidLook& look) {
  keys.push_back(Key("absorption_per_m", "Absorption of red, green and blue light, per metre",
                     &look.absorption_per_m)
                     .from(0, 1e4));
  keys.push_back(Key("scatter", "Linear RGB scattered by a thick layer, as by milk", &look.scatter)
                     .from(0, 1));
  keys.push_back(Key("refraction", "Refractive index", &look.refraction).from(1, 3));
}

std::vector<Key> keys_of(FluidTable& t) {
  const auto shape = [&](const char* name) { return Only{"shape", &t.shape, {name}}; };
  std::vector<Key> keys{
      Key("shape", "Volume that it fills at the start", &t.shape).one_of({"box", "ball"}),
      Key("center_m", "Its centre, in metres", &t.center_m).from(-max_distance_m, max_distance_m),
      Key("size_m", "Lengths of its sides, in metres, rounded down to whole spacings", &t.size_m)
          .from(1e-3, max_distance_m)
          .only_for(shape("box")),
      Key("diameter_m", "Its diameter, in metres", &t.diameter_m)
          .from(1e-3, max_distance_m)
          .only_for(shape("ball")),
      Key("spacing_m", "Particle spacing at rest, in metres; the same for all fluids of a scene",
          &t.spacing_m)
          .from(1e-4, 10),
      Key("velocity_m_s", "Initial velocity, in m/s", &t.velocity_m_s).from(-100, 100),
  };
  add_look(keys, t.look);
  return keys;
}

FluidTable read_fluid_table(TableReader& reader) {
  FluidTable table;
  reader.read(keys_of(table));
  return table;
}

}  // namespace limber
