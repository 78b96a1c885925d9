// The running scene's file: what is saved as another one, and changes in an editor.

#include "app/recorder.h"
#include "app/stats.h"
#include "app/window_loop.h"
#include "scenes/saved_scene.h"

namespace limber {

namespace {

constexpr double between_scene_looks_s = 0.5;

}  // namespace

void WindowLoop::ask_where_to_save() {
  const std::filesystem::path name = default_file(player_.scene().id, ".toml").filename();
  panels_.files().save_file(".toml", name.string(), [this](const auto& path) {
    asked_.push_back([this, path] { save_scene(path); });
  });
}

/// As it is seen now, with the parameters that differ from those of its file.
void WindowLoop::save_scene(const std::filesystem::path& path) {
  std::vector<Parameter> changed;
  for (std::size_t i = 0; i < player_.parameters().size(); ++i)
    if (player_.parameters()[i].text() != player_.usual_value(i))
      changed.push_back(player_.parameters()[i]);
  for (const std::string& setting : player_.scene().settings)
    changed.push_back(parameter_named(player_.parameters(), setting.substr(0, setting.find('='))));
  write_text_file(path.string(),
                  scene_text_with(player_.scene().id, {.parameters = changed,
                                                       .look = display_.view.look,
                                                       .camera = camera_for_scene()}));
  watch_scene();  // what was written by oneself is no news
  notices_.tell("Wrote " + path.string());
}

/// What opens to the view that there is now. Home stays as it is in the file, to the digit.
SceneCamera WindowLoop::camera_for_scene() const {
  if (display_.camera == player_.home()) return player_.scene().camera;
  Camera camera = display_.camera;
  camera.distance_m /= player_.stand_back();
  return scene_camera_of(camera);
}

void WindowLoop::watch_scene() {
  scene_file_.watch(file_of_scene(player_.scene().id).value_or(std::filesystem::path()));
}

/// For those who write scenes: what they save runs a moment later, seen from where they look. What
/// is wrong in it is said, and the scene goes on as it was.
void WindowLoop::reopen_changed_scene(double real_s) {
  scene_look_in_s_ -= real_s;
  if (scene_look_in_s_ > 0.0 || tour_ || loader_.request()) return;
  scene_look_in_s_ = between_scene_looks_s;
  if (!scene_file_.changed()) return;
  open({player_.scene().id, wish_, player_.scene().asked}, true);
}

}  // namespace limber
