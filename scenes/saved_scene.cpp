#include "scenes/saved_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <vector>

#include "kernels/error.h"
#include "scenes/look_table.h"
#include "scenes/scene.h"
#include "scenes/scene_text.h"
#include "scenes/table_reader.h"

namespace limber {

namespace {

SceneText text_of_scene(const std::string& id) {
  if (is_scene_file(id)) return {id, id, read_toml_file(id, "scene")};
  std::vector<SceneText> scenes = own_scenes();
  const auto found = std::ranges::find(scenes, id, &SceneText::id);
  if (found == scenes.end())
    throw Error(ExitCode::bad_input,
                fmt::format("{} cannot be saved as a scene: it has no scene file", id));
  return std::move(*found);
}

std::string value_text(const Parameter& parameter) {
  const std::string text = parameter.text();
  if (std::holds_alternative<glm::vec3*>(parameter.target)) return fmt::format("[{}]", text);
  if (std::holds_alternative<std::string*>(parameter.target)) return fmt::format("\"{}\"", text);
  return text;
}

/// Of a place that the parser tells. It counts letters, not bytes.
std::size_t offset_of(const std::string& text, toml::source_position place) {
  std::size_t at = 0;
  for (toml::source_index line = 1; line < place.line; ++line) at = text.find('\n', at) + 1;
  for (toml::source_index column = 1; column < place.column; ++column) {
    ++at;
    while (at < text.size() && (text[at] & 0xc0) == 0x80) ++at;
  }
  return at;
}

/// Where the line below [name] begins; none where no line says that.
std::size_t below_heading(const std::string& text, const std::string& name) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    line.resize(std::min(line.find('#'), line.size()));
    std::erase_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    if (line == "[" + name + "]") return std::min(end + 1, text.size());
    at = end + 1;
  }
  return std::string::npos;
}

/// A table, "settings" or "settings.cloth", and a key of it.
struct Place {
  std::string table, key;
};

const toml::node* node_at(const toml::table& file, const Place& place) {
  return file.at_path(place.table + "." + place.key).node();
}

/// Puts a value where the file has it already, else below its table's heading, else at the end.
/// places: where it may be; the first one is usual.
void put(SceneText& scene, const std::vector<Place>& places, const std::string& value) {
  const toml::table file = parse(scene);
  std::string& text = scene.text;
  for (const Place& place : places)
    if (const toml::node* node = node_at(file, place);
        node && node->is_value() | node->is_array()) {
      const std::size_t from = offset_of(text, node->source().begin);
      text.replace(from, offset_of(text, node->source().end) - from, value);
      return;
    }
  const Place& usual = places.front();
  const std::string line = fmt::format("{} = {}\n", usual.key, value);
  if (!text.ends_with('\n')) text += '\n';
  if (const std::size_t below = below_heading(text, usual.table); below != std::string::npos)
    text.insert(below, line);
  else
    text += fmt::format("\n[{}]\n{}", usual.table, line);
}

void put(SceneText& scene, const Parameter& parameter) {
  const std::size_t dot = parameter.key.find('.');
  const std::string key = parameter.key.substr(dot + 1);
  const std::string table =
      dot == std::string::npos ? "settings" : "settings." + parameter.key.substr(0, dot);
  // Where one system only has a parameter, its system's name may be left out.
  put(scene, {{table, key}, {"settings", key}}, value_text(parameter));
}

/// Of a file, and as if it had no other tables.
TableReader table_in(TableReader&& file, const char* name) { return file.table(name); }

/// Keys that the file has are written even where they say nothing: they may have said something.
void put_look(SceneText& scene, const Look& look) {
  const toml::table file = parse(scene);
  const std::vector<LookText> texts = look_texts(look);
  if (texts == look_texts(read_look(table_in({file, scene.file, ""}, "look")))) return;
  for (const LookText& text : std::views::reverse(texts)) {  // each goes above the one before
    const Place place{"look", text.key};
    if (text.says_something || node_at(file, place)) put(scene, {place}, text.value);
  }
}

void put_camera(SceneText& scene, SceneCamera camera) {
  const toml::table file = parse(scene);
  const SceneCamera before = read_camera(table_in({file, scene.file, ""}, "camera"));
  if (camera_lines(before) == camera_lines(camera)) return;
  const auto put_key = [&](const char* key, const std::string& value) {
    put(scene, {{"camera", key}}, value);
  };
  if (camera.fov_deg != before.fov_deg) put_key("fov_deg", rounded_number(camera.fov_deg));
  put_key("target_m", fmt::format("[{}]", rounded_numbers(camera.target_m)));
  put_key("eye_m", fmt::format("[{}]", rounded_numbers(camera.eye_m)));
}

}  // namespace

std::string scene_text_with(const std::string& id, const SceneNow& now) {
  if (is_mesh(id))
    throw Error(ExitCode::bad_input,
                fmt::format("{} is a mesh, and only scenes can be saved as scenes", id));
  SceneText scene = text_of_scene(id);
  const std::string file = scene.file;
  try {
    for (const Parameter& parameter : now.parameters) put(scene, parameter);
    put_look(scene, now.look);
    put_camera(scene, now.camera);
    parse(scene);
  } catch (const Error&) {
    throw Error(ExitCode::bad_input,
                fmt::format("cannot save {} as another scene: its [settings], [look] or [camera] "
                            "are written in an unusual way; write one key per line below these "
                            "headings",
                            file));
  }
  return std::move(scene.text);
}

}  // namespace limber
