#include "app/saved_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/display.h"
#include "kernels/error.h"
#include "render/part_file.h"

namespace limber {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int smallest_window = 200, largest_window = 16384;
constexpr float smallest_text = 0.5f, largest_text = 3.0f;

json numbers_of(const glm::vec3& v) { return {v.x, v.y, v.z}; }

glm::vec3 vector_in(const json& numbers) {
  return {numbers.at(0).get<float>(), numbers.at(1).get<float>(), numbers.at(2).get<float>()};
}

json json_of(const CameraMoves::KeptViews& views) {
  json all = json::object();
  for (std::size_t place = 0; place < views.size(); ++place) {
    if (!views[place]) continue;
    const SceneCamera camera = scene_camera_of(*views[place]);
    json& view = all[std::to_string(place + 1)];
    view = {{"eye_m", numbers_of(camera.eye_m)},
            {"target_m", numbers_of(camera.target_m)},
            {"fov_deg", camera.fov_deg}};
    if (std::isfinite(views[place]->floor_m)) view["floor_m"] = views[place]->floor_m;
  }
  return all;
}

CameraMoves::KeptViews views_in(const json& all) {
  CameraMoves::KeptViews views;
  for (const auto& [place, view] : all.items()) {
    Camera camera = camera_of({.eye_m = vector_in(view.at("eye_m")),
                               .target_m = vector_in(view.at("target_m")),
                               .fov_deg = view.at("fov_deg").get<float>()});
    camera.floor_m = view.value("floor_m", camera.floor_m);
    views.at(std::stoul(place) - 1) = camera;
  }
  return views;
}

SavedSettings settings_in(const json& all) {
  SavedSettings kept;
  kept.scene = all.value("scene", kept.scene);
  if (const auto size = all.find("window"); size != all.end())
    kept.window = glm::clamp(glm::ivec2(size->at(0).get<int>(), size->at(1).get<int>()),
                             smallest_window, largest_window);
  kept.panels = all.value("panels", kept.panels);
  kept.profiler = all.value("profiler", kept.profiler);
  kept.bar = all.value("bar", kept.bar);
  kept.text_size = std::clamp(all.value("text_size", kept.text_size), smallest_text, largest_text);
  kept.quality = quality_named(all.value("quality", "")).value_or(kept.quality);
  kept.sections = all.value("sections", kept.sections);
  const json of_scenes = all.value("views", json::object());
  for (const auto& [scene, views] : of_scenes.items()) kept.views[scene] = views_in(views);
  return kept;
}

}  // namespace

fs::path settings_file() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  const fs::path below = fs::path("limber") / "settings.json";
  // The XDG specification requires relative paths to be ignored.
  if (const fs::path folder = set("XDG_CONFIG_HOME"); folder.is_absolute()) return folder / below;
  if (const fs::path home = set("HOME"); home.is_absolute()) return home / ".config" / below;
  return {};
}

bool keeps_settings(const Options& o) {
  const auto none = [](const auto&... names) { return (names.empty() && ...); };
  return !o.headless && !o.frames &&
         none(o.tour, o.camera_path, o.screenshot, o.record, o.mesh, o.exported.file, o.stats,
              o.save);
}

SavedSettings read_settings(const fs::path& file) {
  std::ifstream in(file);
  if (!in) return {};
  try {
    return settings_in(json::parse(in));
  } catch (const std::exception&) {  // syntax errors, wrong types or wrong numbers
    throw Error(
        ExitCode::bad_input,
        fmt::format(
            "the settings in {} cannot be read and are ignored; the file is overwritten at exit",
            file.string()));
  }
}

void write_settings(const fs::path& file, const SavedSettings& settings) {
  json all = {{"scene", settings.scene},
              {"panels", settings.panels},
              {"profiler", settings.profiler},
              {"bar", settings.bar},
              {"text_size", settings.text_size},
              {"sections", settings.sections},
              {"quality", name_of(settings.quality)}};
  if (settings.window.x > 0) all["window"] = {settings.window.x, settings.window.y};
  for (const auto& [scene, views] : settings.views)
    if (json of_scene = json_of(views); !of_scene.empty()) all["views"][scene] = of_scene;
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);  // the next line reports the reason
  PartFile part(file);
  std::ofstream out = part.open();
  out << all.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
  out.close();
  if (!out)
    throw Error(ExitCode::bad_input,
                fmt::format("cannot write {}: the disk may be full", file.string()));
  part.commit();
}

void forget_settings() {
  std::error_code none;
  if (const fs::path file = settings_file(); !file.empty()) fs::remove(file, none);
}

Options with_saved(Options options, const SavedSettings& settings) {
  const bool says_of_scene = options.scene_given || !options.settings.empty() ||
                             !options.load.empty() || !options.beside.empty();
  if (!says_of_scene && !settings.scene.empty()) options.scene = settings.scene;
  if (!options.size_given && settings.window.x > 0) options.size = settings.window;
  options.bar |= settings.bar;
  if (!options.quality) options.quality = settings.quality;
  return options;
}

}  // namespace limber
