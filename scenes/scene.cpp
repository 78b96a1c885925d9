#include "scenes/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels/error.h"
#include "scenes/builders.h"
#include "scenes/look_table.h"
#include "scenes/preset_table.h"
#include "scenes/scene_text.h"
#include "scenes/table_reader.h"
#include "sim/mesh/obj_file.h"

namespace limber {

namespace {

// Where a mesh is shown that is opened by itself.
constexpr const char* mesh_cloth_scene = "cloth/shell";
constexpr const char* mesh_volume_scene = "volume/drop";
constexpr const char* mesh_modes_scene = "plants/cactus";

Scene read_scene(const SceneText& text, const GivenMesh* given, MesherChoice mesher,
                 Progress& progress, const std::vector<std::string>& settings) {
  const toml::table toml = parse(text);
  TableReader file(toml, text.file, "");
  Scene scene;
  scene.id = given ? given->file : text.id;
  SceneTable top;
  top.title = text.id;
  file.take(keys_of(top));
  scene.family = top.family;
  scene.title = top.title;
  scene.camera = read_camera(file.table("camera"));
  scene.look = read_look(file.table("look"));
  scene.check = read_check(file.table("check"));
  const std::vector<ReadPreset> presets = read_presets(file.tables("preset"));
  for (const ReadPreset& each : presets) scene.presets.push_back(each.preset);
  const std::vector<std::string> given_settings = with_presets(settings, presets);
  scene.asked = settings;
  scene.settings = given_settings;
  SceneMemory memory;
  scene.build = read_world(file, {top, given, mesher, scene.mesher, presets, given_settings,
                                  scene.notes, scene.meshes, progress, memory});
  file.finish();
  return scene;
}

bool ends_with(const std::string& name, std::string_view ending) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.ends_with(ending);
}

/// The scene of that id, or null.
const SceneText* find_scene(const std::vector<SceneText>& scenes, const std::string& id) {
  const auto found = std::find_if(scenes.begin(), scenes.end(),
                                  [&](const SceneText& scene) { return scene.id == id; });
  return found == scenes.end() ? nullptr : &*found;
}

/// The scene that shows a mesh, and what it makes of it.
struct MeshPlace {
  const char* scene;
  const char* what;
};

MeshPlace place_of(MeshUse use) {
  if (use == MeshUse::volume) return {mesh_volume_scene, "a soft body"};
  if (use == MeshUse::modes) return {mesh_modes_scene, "a solid in modes"};
  return {mesh_cloth_scene, "cloth"};
}

Scene open_mesh(const std::vector<SceneText>& scenes, const std::string& file, MeshWish wish,
                Progress& progress, const std::vector<std::string>& settings) {
  std::string note;
  const GivenMesh given{file, load_obj(file, progress, &note)};
  const MeshUse use =
      decided(wish.use, find_scene(scenes, mesh_volume_scene) != nullptr, given.surface);
  const MeshPlace place = place_of(use);
  const SceneText* const around = find_scene(scenes, place.scene);
  if (!around)
    throw Error(
        ExitCode::bad_input,
        fmt::format("{} cannot be shown as {}: there is no scene {}; open it as {}", file,
                    place.what, place.scene, use == MeshUse::cloth ? "a soft body" : "cloth"));
  Scene scene;
  try {
    scene = read_scene(*around, &given, wish.mesher, progress, settings);
  } catch (const TableError& error) {  // other errors name the mesh, or a setting, themselves
    throw Error(error.code(),
                fmt::format("{} cannot be shown as {}: {}", file, place.what, error.what()));
  }
  if (!note.empty()) scene.notes.insert(scene.notes.begin(), file + ": " + note);
  scene.mesh_use = use;
  return scene;
}

}  // namespace

bool is_mesh(const std::string& name) { return ends_with(name, ".obj"); }

bool is_scene_file(const std::string& name) { return ends_with(name, ".toml"); }

std::vector<SceneEntry> list_scenes() {
  std::vector<SceneEntry> entries;
  for (const SceneText& scene : own_scenes()) {
    const toml::table toml = parse(scene);
    TableReader file(toml, scene.file, "");
    entries.push_back(
        {scene.id, file.text("family", ""), file.text("title", scene.id), file.text("about", "")});
  }
  // Folders are not families: joints/ and rigid/ are one.
  for (auto first = entries.begin(); first != entries.end();)
    first = std::stable_partition(
        first, entries.end(),
        [family = first->family](const SceneEntry& e) { return e.family == family; });
  return entries;
}

std::optional<std::filesystem::path> file_of_scene(const std::string& id) {
  if (is_mesh(id) || is_scene_file(id)) return id;
  for (const SceneText& scene : own_scenes()) {
    std::error_code none;
    if (scene.id == id && std::filesystem::exists(scene.file, none)) return scene.file;
  }
  return std::nullopt;
}

Scene open_scene(const std::string& name) {
  Progress silent;
  return open_scene(name, silent);
}

Scene open_scene_text(const std::string& id, const std::string& toml) {
  Progress silent;
  return read_scene({id, id, toml}, nullptr, {}, silent, {});
}

Scene open_scene(const std::string& name, Progress& progress, MeshWish wish,
                 const std::vector<std::string>& settings) {
  if (is_scene_file(name))
    return read_scene({name, name, read_toml_file(name, "scene")}, nullptr, wish.mesher, progress,
                      settings);
  const std::vector<SceneText> scenes = own_scenes();
  if (is_mesh(name)) return open_mesh(scenes, name, wish, progress, settings);
  if (const SceneText* const scene = find_scene(scenes, name))
    return read_scene(*scene, nullptr, wish.mesher, progress, settings);
  std::vector<std::string> ids;
  for (const SceneText& scene : scenes) ids.push_back(scene.id);
  const std::string near = nearest_word(name, ids);
  throw Error(
      ExitCode::bad_input,
      fmt::format("no scene is called '{}'; {}--list shows all, and a file must end in .toml or "
                  ".obj",
                  name, near.empty() ? "" : "did you mean '" + near + "'? "));
}

void override_parameters(World& simulation, const std::vector<std::string>& settings) {
  set_parameters(simulation.parameters(), settings);
  if (!settings.empty()) simulation.parameters_changed();
}

}  // namespace limber
