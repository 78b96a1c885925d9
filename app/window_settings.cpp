// Window settings saved for the next start.

#include "app/panel/widgets.h"
#include "app/standard_streams.h"
#include "app/window_loop.h"

namespace limber {

void WindowLoop::keep_settings(const std::filesystem::path& file, const SavedSettings& kept) {
  settings_file_ = file;
  panels_.hide(!kept.panels);
  panels_.show_profiler(kept.profiler);
  sections_open() = kept.sections;
  moves_.set_all_kept(kept.views);
  text_size_ = kept.text_size;
  gui_->set_text_size(text_size_);
}

SavedSettings WindowLoop::settings() const {
  const std::string& scene = player_.scene().id;
  const bool is_file = is_mesh(scene) || is_scene_file(scene);
  return {.scene = is_file ? std::filesystem::absolute(scene).string() : scene,
          .window = window_.full_screen() ? glm::ivec2(0) : window_.size(),
          .panels = !panels_.hidden(),
          .profiler = panels_.shows_profiler(),
          .bar = film_.bar,
          .text_size = text_size_,
          .quality = display_.view.quality,
          .sections = sections_open(),
          .views = moves_.all_kept()};
}

void WindowLoop::write_saved_settings() {
  if (settings_file_.empty()) return;
  try {
    write_settings(settings_file_, settings());
  } catch (const std::exception& error) {  // not fatal: nothing that the user requested is lost
    say("limber: {}\n", one_line(error.what()));
  }
}

}  // namespace limber
