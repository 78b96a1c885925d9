#include "scenes/look_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/table_reader.h"
#include "sim/parameter.h"

namespace limber {

namespace {

std::vector<std::string> names_of_looks() {
  std::vector<std::string> names;
  for (const NamedLook& named : named_looks()) names.emplace_back(named.name);
  return names;
}

glm::vec3 rounded(const glm::vec3& v) {
  constexpr float digits_kept = 1e4f;
  return glm::round(v * digits_kept) / digits_kept;
}

LookTable rounded(LookTable table) {
  Look& look = table.look;
  table.to_light.unit = rounded(glm::normalize(look.to_light));
  for (glm::vec3* color : {&look.light, &look.horizon, &look.zenith}) *color = rounded(*color);
  for (float* number : {&look.ambient, &look.exposure_stops, &look.lens.aperture, &look.lens.focus})
    *number = rounded(glm::vec3(*number)).x;
  return table;
}

std::vector<LookText> texts_like(const Look& look, const std::string& like) {
  LookTable studio, before = rounded(LookTable(like)), after(like);
  after.look = look;
  after = rounded(after);
  const std::vector<Key> usual = keys_of(studio), from = keys_of(before), to = keys_of(after);
  std::vector<LookText> texts{{to[0].name, to[0].text(), to[0].text() != usual[0].text()}};
  for (std::size_t i = 1; i < to.size(); ++i)
    texts.push_back({to[i].name, to[i].text(), to[i].text() != from[i].text()});
  return texts;
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
          .from(0, brightest_color)
          .or_else("that of `like`"),
      Key("horizon", "Colour of the background at eye level, and of the floor", &t.look.horizon)
          .from(0, brightest_color)
          .or_else("that of `like`"),
      Key("zenith", "Colour of the background above", &t.look.zenith)
          .from(0, brightest_color)
          .or_else("that of `like`"),
      Key("ambient", "Strength of the ambient light, relative to that of the background",
          &t.look.ambient)
          .from(0, 20)
          .or_else("that of `like`"),
      Key("exposure_stops", "Exposure; each stop doubles the brightness", &t.look.exposure_stops)
          .from(-5, 5)
          .or_else("that of `like`"),
      Key("aperture",
          "Depth of field: diameter of the disc that a point infinitely far away becomes, relative "
          "to the picture's height; 0: everything is sharp",
          &t.look.lens.aperture)
          .from(0, as_written(widest_aperture)),
      Key("focus",
          "Distance that is sharp, relative to that of the camera's `target_m`; 0: that of what is "
          "at the middle of the picture",
          &t.look.lens.focus)
          .from(0, max_focus),
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

std::vector<LookText> look_texts(const Look& look) {
  std::vector<std::vector<LookText>> all;
  for (const NamedLook& named : named_looks())
    all.push_back(texts_like(look, std::string(named.name)));
  return *std::ranges::min_element(all, {}, [](const std::vector<LookText>& texts) {
    return std::ranges::count_if(texts, &LookText::says_something);
  });
}

}  // namespace limber
