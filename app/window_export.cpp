#include <exception>
#include <utility>

#include "app/window_loop.h"

namespace limber {

void WindowLoop::start_export(const ExportWish& wish) {
  export_ = std::make_unique<SceneExport>(wish, player_.scene().id, player_.draw_list(),
                                          display_.view.spheres, film_.fps);
  exported_objects_ = player_.object_count();
  player_.keep_film_frames(true);
}

void WindowLoop::toggle_export() {
  if (export_)
    tell_of_export(finish_export());
  else
    start_export({.file = default_file(player_.scene().id, ".usda").string(),
                  .fluids = options_.exported.fluids});
}

/// Exports the frame just taken.
void WindowLoop::export_frame() {
  // An export has the same objects in all frames.
  if (export_ && exported_objects_ != player_.object_count()) tell_of_export(finish_export());
  const std::optional<std::vector<PublishedVertex>> vertices = player_.take_film_frame();
  if (!export_ || !vertices) return;
  try {
    export_->add(player_.copies(), *vertices);
    if (export_->over()) tell_of_export(finish_export());
  } catch (const std::exception& error) {
    // Like a video: if requested on the command line, a failure ends the program.
    const bool asked_first = export_ && export_->file() == options_.exported.file;
    export_.reset();
    player_.keep_film_frames(false);
    if (asked_first) throw;
    notices_.error(error.what());
  }
}

/// Returns a message on what was written.
std::string WindowLoop::finish_export() {
  player_.keep_film_frames(false);
  const std::unique_ptr<SceneExport> finished = std::exchange(export_, nullptr);
  return finished->commit();
}

void WindowLoop::tell_of_export(std::string what) {
  what.front() = static_cast<char>(std::toupper(what.front()));
  notices_.tell(what);
}

}  // namespace limber
