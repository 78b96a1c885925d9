#include "scenes/emitter_table.h"

namespace limber {

std::vector<Key> keys_of(EmitterTable& t) {
  std::vector<Key> keys{
      Key("center_m", "Centre of its round mouth, in metres", &t.center_m)
          .from(-max_distance_m, max_distance_m),
      Key("direction", "Direction of the jet", &t.direction),
      Key("radius_m", "Radius within which particle centres lie, in metres", &t.radius_m)
          .from(0, 100),
      Key("speed_m_s", "Speed of the jet, in m/s; at most one spacing per step", &t.speed_m_s)
          .from(1e-3, 100),
      Key("start_s", "Time at which it opens, in seconds", &t.start_s).from(0, 1e6),
      Key("stop_s", "Time at which it closes, in seconds", &t.stop_s).from(0, 1e6).or_else("never"),
      Key("drops_per_s",
          "Single particles per second that fall from random places in its mouth, as rain; "
          "at most as many as in a solid jet",
          &t.drops_per_s)
          .from(0, 1e7)
          .or_else("a solid jet"),
      Key("max_particles",
          "Maximum number of its particles at a time; then it waits for a [[drain]] to remove some",
          &t.max_particles)
          .from(1, 1e8),
      Key("spacing_m", "Particle spacing at rest, in metres; the same for all fluids of a scene",
          &t.spacing_m)
          .from(1e-4, 10),
  };
  add_look(keys, t.look);
  return keys;
}

EmitterTable read_emitter_table(TableReader& reader) {
  EmitterTable table;
  reader.read(keys_of(table));
  if (table.stop_s && *table.stop_s <= table.start_s)
    reader.fail("stop_s", "must come after start_s");
  return table;
}

std::vector<Key> keys_of(DrainTable& t) {
  return {
      Key("center_m", "Its centre, in metres", &t.center_m).from(-max_distance_m, max_distance_m),
      Key("size_m", "Lengths of its sides, in metres", &t.size_m).from(1e-3, max_distance_m),
  };
}

DrainTable read_drain_table(TableReader& reader) {
  DrainTable table;
  reader.read(keys_of(table));
  return table;
}

}  // namespace limber
