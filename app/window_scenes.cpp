// Scene files: saving the running scene, and reloading it after a change in an editor.

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

/// Saves the scene with the current view and the parameters that differ from its file's.
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
  watch_scene();  // its own writing is no change
  notices_.tell("Wrote " + path.string());
}

/// The camera that reopens the current view. An unchanged camera keeps the file's exact numbers.
SceneCamera WindowLoop::camera_for_scene() const {
  if (display_.camera == player_.home()) return player_.scene().camera;
  Camera camera = display_.camera;
  camera.distance_m /= player_.stand_back();
  return scene_camera_of(camera);
}

void WindowLoop::watch_scene() {
  scene_file_.watch(file_of_scene(player_.scene().id).value_or(std::filesystem::path()));
}

/// For scene authors: reloads the saved file within a moment, keeping the camera. Errors are
/// reported, and the scene runs on unchanged.
void WindowLoop::reopen_changed_scene(double real_s) {
  scene_look_in_s_ -= real_s;
  if (scene_look_in_s_ > 0.0 || tour_ || loader_.request()) return;
  scene_look_in_s_ = between_scene_looks_s;
  if (!scene_file_.changed()) return;
  open({player_.scene().id, wish_, player_.scene().asked}, true);
}

}  // namespace limber
