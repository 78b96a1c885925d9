#include "scenes/look_table.h"

#include <fmt/format.h>

#include <cmath>

#include "scenes/table_reader.h"

namespace limber {

namespace {

std::vector<std::string> names_of_looks() {
  std::vector<std::string> names;
  for (const NamedLook& named : named_looks()) names.emplace_back(named.name);
  return names;
}

}  // namespace

LookTable::LookTable(const std::string& name) : like(name) {
  for (const NamedLook& named : named_looks())
    if (named.name == name) look = named.look;
  to_light.unit = glm::normalize(look.to_light);
}

std::vector<Key> keys_of(LookTable& t) {
  return {
      Key("like", "Look that the other keys change", &t.like).one_of(names_of_looks()),
      Key("to_light",
          fmt::format("Direction to the light, at least {} degrees above the ground",
                      lowest_light_deg),
          &t.to_light)
          .or_else("that of `like`"),
      Key("light", "Colour of the light, in linear RGB", &t.look.light)
          .from(0, 10)
          .or_else("that of `like`"),
      Key("horizon", "Colour of the background at eye level, and of the floor", &t.look.horizon)
          .from(0, 10)
          .or_else("that of `like`"),
      Key("zenith", "Colour of the background above", &t.look.zenith)
          .from(0, 10)
          .or_else("that of `like`"),
      Key("ambient", "Strength of the ambient light, relative to that of the background",
          &t.look.ambient)
          .from(0, 20)
          .or_else("that of `like`"),
      Key("exposure_stops", "Exposure; each stop doubles the brightness", &t.look.exposure_stops)
          .from(-5, 5)
          .or_else("that of `like`"),
  };
}

Look read_look(TableReader table) {
  LookTable named;
  table.take({keys_of(named).front()});
  LookTable look(named.like);
  const bool has_direction = table.has("to_light");
  table.read(keys_of(look));
  if (!has_direction) return look.look;
  look.look.to_light = look.to_light.unit;
  if (look.to_light.unit.y < std::sin(glm::radians(lowest_light_deg)))
    table.fail("to_light", fmt::format("must point upwards, at least {} degrees above the ground",
                                       lowest_light_deg));
  return look.look;
}

}  // namespace limber
