#include "scenes/saved_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "kernels/error.h"
#include "scenes/scene.h"
#include "scenes/scene_text.h"

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

/// One of a parameter's tables: "settings" or "settings.cloth", and its key there.
struct Place {
  std::string table, key;
};

const toml::node* node_at(const toml::table& file, const Place& place) {
  return file.at_path(place.table + "." + place.key).node();
}

/// Puts it where the file has it already, else below its table's heading, else at the end.
void put(SceneText& scene, const Parameter& parameter) {
  const std::size_t dot = parameter.key.find('.');
  const std::string key = parameter.key.substr(dot + 1);
  const Place usual{
      dot == std::string::npos ? "settings" : "settings." + parameter.key.substr(0, dot), key};
  const toml::table file = parse(scene);
  std::string& text = scene.text;
  // Where one system only has a parameter, its system's name may be left out.
  for (const Place& place : {usual, Place{"settings", key}})
    if (const toml::node* node = node_at(file, place);
        node && node->is_value() | node->is_array()) {
      const std::size_t from = offset_of(text, node->source().begin);
      text.replace(from, offset_of(text, node->source().end) - from, value_text(parameter));
      return;
    }
  const std::string line = fmt::format("{} = {}\n", key, value_text(parameter));
  if (!text.ends_with('\n')) text += '\n';
  if (const std::size_t below = below_heading(text, usual.table); below != std::string::npos)
    text.insert(below, line);
  else
    text += fmt::format("\n[{}]\n{}", usual.table, line);
}

}  // namespace

std::string scene_text_with(const std::string& id, std::span<const Parameter> parameters) {
  if (is_mesh(id))
    throw Error(ExitCode::bad_input,
                fmt::format("{} is a mesh, and only scenes can be saved as scenes", id));
  SceneText scene = text_of_scene(id);
  const std::string file = scene.file;
  try {
    for (const Parameter& parameter : parameters) put(scene, parameter);
    parse(scene);
  } catch (const Error&) {
    throw Error(ExitCode::bad_input,
                fmt::format("cannot save the settings of {}: its [settings] are written in an "
                            "unusual way; write one per line below that heading",
                            file));
  }
  return std::move(scene.text);
}

}  // namespace limber
