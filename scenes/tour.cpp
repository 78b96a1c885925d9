#include "scenes/tour.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/error.h"
#include "scenes/path_rows.h"
#include "scenes/scene.h"
#include "scenes/scene_text.h"
#include "scenes/table_reader.h"
#include "sim/parameter.h"

namespace limber {

namespace {

constexpr double longest_s = 3600.0;

/// Fails for a scene that is not there; what is in it shows when it is opened.
void check_scene(const TableReader& table, const std::string& scene,
                 const std::vector<std::string>& scenes) {
  if (std::ranges::find(scenes, scene) != scenes.end()) return;
  if (is_scene_file(scene) || is_mesh(scene)) {
    if (std::filesystem::exists(scene)) return;
    table.fail("scene", fmt::format("is '{}', and there is no such file", scene));
  }
  const std::string near = nearest_word(scene, scenes);
  table.fail("scene", fmt::format("is '{}', but no scene is called that{}", scene,
                                  near.empty() ? "; limber --list shows them all"
                                               : "; did you mean '" + near + "'?"));
}

TourPull read_pull(TableReader table, const TourStep& step) {
  TourPullTable says;
  table.read(keys_of(says));
  if (!says.at_m) table.fail("at_m", "is missing: where is it pulled?");
  if (says.path.empty()) table.fail("path", "is missing: where is it pulled to?");
  check_path(table, says.path);
  TourPull pull{table.place(), says.start_s, *says.at_m, keys_of(says.path), says.pin};
  constexpr float rounding_s = 1e-4f;  // of a sum: 0.36 and 0.81 are a little more than 1.17
  if (pull.end_s() > step.says.seconds + rounding_s)
    table.fail("path",
               fmt::format("ends at {} s, but the step at {} s", pull.end_s(), step.says.seconds));
  if (!step.pulls.empty() && pull.start_s < step.pulls.back().end_s() - rounding_s)
    table.fail("start_s", fmt::format("is {}, but the pull before it lasts until {} s",
                                      pull.start_s, step.pulls.back().end_s()));
  return pull;
}

TourSet read_set(TableReader table, const TourStep& step) {
  TourSetTable says;
  table.read(keys_of(says));
  if (says.parameter.find('=') == std::string::npos)
    table.fail("parameter",
               fmt::format("must be written \"KEY=VALUE\", not \"{}\"", says.parameter));
  table.check_range("time_s", says.time_s, 0.0, step.says.seconds);
  if (!step.sets.empty() && says.time_s < step.sets.back().time_s)
    table.fail("time_s", fmt::format("is {}, but the one before is at {} s", says.time_s,
                                     step.sets.back().time_s));
  return {table.place(), says.time_s, says.parameter};
}

TourStep read_step(TableReader table, bool first, const std::vector<std::string>& scenes) {
  TourStep step;
  table.take(keys_of(step.says));
  if (!table.has("seconds")) table.fail("seconds", "is missing: how long does it last?");
  if (step.says.caption.size() > longest_caption)
    table.fail("caption", fmt::format("has {} bytes, but at most {} are shown",
                                      step.says.caption.size(), longest_caption));
  if (first && step.says.scene.empty())
    table.fail("scene", "is missing: a tour begins with a scene");
  if (!step.says.scene.empty()) check_scene(table, step.says.scene, scenes);
  step.camera = read_camera_path(table.tables("camera"));
  for (TableReader& pull : table.tables("pull")) step.pulls.push_back(read_pull(pull, step));
  for (TableReader& set : table.tables("set")) step.sets.push_back(read_set(set, step));
  step.tools = read_tour_tools(table, step.says.seconds);
  table.finish();
  return step;
}

Tour read_tour(const SceneText& text) {
  const toml::table toml = parse(text);
  TableReader file(toml, text.file, "");
  Tour tour{.id = text.id, .title = file.text("title", text.id), .steps = {}};
  std::vector<std::string> scenes;
  for (const SceneEntry& scene : list_scenes()) scenes.push_back(scene.id);
  for (TableReader& step : file.tables("step"))
    tour.steps.push_back(read_step(step, tour.steps.empty(), scenes));
  file.finish();
  if (tour.steps.empty())
    throw Error(ExitCode::bad_input,
                fmt::format("{} has no [[step]], so there is nothing to show", text.file));
  return tour;
}

/// As TOML has it in quotes.
std::string quoted(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c >= 0 && c < ' ')
      escaped += fmt::format("\\u{:04X}", static_cast<int>(c));
    else
      escaped += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  }
  return "\"" + escaped + "\"";
}

std::string written(const TourPull& pull) {
  std::string rows;
  for (const PathKey& key : pull.path)
    rows += fmt::format("{}[{}, {}]", rows.empty() ? "" : ", ", rounded_number(key.time_s),
                        rounded_numbers(key.shift_m));
  return fmt::format("[[step.pull]]\nstart_s = {}\nat_m = [{}]\npath = [{}]\npin = {}\n",
                     rounded_number(pull.start_s), rounded_numbers(pull.at_m), rows, pull.pin);
}

std::string written(const TourStep& step) {
  const TourStepTable& says = step.says;
  std::string text = "\n[[step]]\n";
  if (!says.scene.empty()) text += "scene = " + quoted(says.scene) + "\n";
  if (says.backend != "same") text += "solver = " + quoted(says.backend) + "\n";
  text += fmt::format("seconds = {}\n", std::ceil(says.seconds * 1e3) / 1e3);
  if (!says.caption.empty()) text += "caption = " + quoted(says.caption) + "\n";
  if (says.turn_deg_s != 0.0f)
    text += fmt::format("turn_deg_s = {}\n", rounded_number(says.turn_deg_s));
  for (const CameraPathTable& key : step.camera)
    text += fmt::format("[[step.camera]]\ntime_s = {}\n{}", rounded_number(key.time_s),
                        camera_lines(key.camera));
  for (const TourPull& pull : step.pulls) text += written(pull);
  for (const TourSet& set : step.sets)
    text += fmt::format("[[step.set]]\ntime_s = {}\nparameter = {}\n", rounded_number(set.time_s),
                        quoted(set.setting));
  for (const TourUse& use : step.tools) text += tour_tool_text(use);
  return text;
}

}  // namespace

std::vector<Key> keys_of(TourPullTable& t) {
  return {
      Key("start_s", "Time of the grab, in seconds from the beginning of the step", &t.start_s)
          .from(0, longest_s),
      Key("at_m", "Point of the grab, in metres: the nearest drawn surface is grabbed", &t.at_m)
          .from(-max_distance_m, max_distance_m)
          .or_else("none"),
      Key("path",
          "[seconds, x, y, z] ...: path of the drag, as times since the grab, ascending from 0, "
          "and offsets in metres; it ends at the last one",
          &t.path)
          .from(-max_distance_m, max_distance_m),
      Key("pin", "Whether it is pinned at the end", &t.pin),
  };
}

std::vector<Key> keys_of(TourSetTable& t) {
  return {
      Key("time_s", "Time, in seconds from the beginning of the step", &t.time_s)
          .from(0, longest_s),
      Key("parameter", "\"KEY=VALUE\", as --set takes it", &t.parameter),
  };
}

std::vector<Key> keys_of(TourStepTable& t) {
  return {
      Key("scene",
          "Scene to start, an id such as cloth/flags or a file; without it the running scene "
          "continues",
          &t.scene)
          .or_else("as before"),
      Key("solver",
          "Backend from this step on; auto: cuda if it works, else tbb; same: that of the step "
          "before. Where cuda does not work, the backend stays as it is",
          &t.backend)
          .one_of({"same", "auto", "serial", "tbb", "cuda"}),
      Key("seconds", "Duration of the step, in seconds", &t.seconds)
          .from(0.1, longest_s)
          .or_else("none"),
      Key("caption", "Text below the picture", &t.caption),
      Key("turn_deg_s",
          "Speed at which the camera turns about its target, in addition to its path, in degrees "
          "per second",
          &t.turn_deg_s)
          .from(-360, 360),
  };
}

std::vector<std::string> list_tours() {
  std::vector<std::string> ids;
  for (const SceneText& tour : own_tours()) ids.push_back(tour.id);
  return ids;
}

Tour open_tour(const std::string& name) {
  if (is_scene_file(name)) return read_tour({name, name, read_toml_file(name, "tour")});
  for (const SceneText& tour : own_tours())
    if (tour.id == name) return read_tour(tour);
  throw Error(ExitCode::bad_input,
              fmt::format("no tour is called '{}'; there is {}, and a file must end in .toml", name,
                          either(list_tours())));
}

std::string tour_text(const Tour& tour) {
  std::string text = "title = " + quoted(tour.title) + "\n";
  for (const TourStep& step : tour.steps) text += written(step);
  return text;
}

void hurry(Tour& tour, float times) {
  for (TourStep& step : tour.steps) {
    step.says.seconds /= times;
    step.says.turn_deg_s *= times;
    for (CameraPathTable& key : step.camera) key.time_s /= times;
    for (TourSet& set : step.sets) set.time_s /= times;
    for (TourUse& use : step.tools) use.time_s /= times;
    for (TourPull& pull : step.pulls) {
      pull.start_s /= times;
      for (PathKey& key : pull.path) key.time_s /= times;
    }
  }
}

}  // namespace limber
