#include "app/window_app.h"

#include <fmt/format.h>

#include <memory>

#include "app/mesh_file.h"
#include "app/saved_settings.h"
#include "app/saved_state.h"
#include "app/stats.h"
#include "app/window_loop.h"
#include "kernels/error.h"
#include "render/film_writer.h"
#include "render/image_file.h"

namespace limber {

namespace {

void open_and_run(const Options& options) {
  // Rejects everything that can be rejected before a window opens.
  if (!options.record.empty()) check_film(options.record, Recorder::video_size(options.size));
  check_writable(options.stats);
  if (!options.screenshot.empty()) check_png(options.screenshot);
  check_mesh_file(options.mesh);
  check_export(options.exported.file);
  check_saved_state_file(options.save);
  if (options.reset_settings) forget_settings();
  const std::filesystem::path file = settings_file();
  if (!keeps_settings(options) || file.empty()) {
    WindowLoop(options).run();
    return;
  }
  SavedSettings kept;
  std::string trouble;
  try {
    kept = read_settings(file);
  } catch (const Error& error) {
    trouble = error.what();
  }
  Options started = with_saved(options, kept);
  std::unique_ptr<WindowLoop> loop;
  try {
    loop = std::make_unique<WindowLoop>(started);
  } catch (const Error& error) {
    if (started.scene == options.scene) throw;
    // The saved scene no longer opens. Rethrows other errors.
    trouble = fmt::format("the last scene, {}, cannot be opened: {}", started.scene, error.what());
    started.scene = options.scene;
    loop = std::make_unique<WindowLoop>(started);
  }
  loop->keep_settings(file, kept);
  if (!trouble.empty()) loop->tell_error(trouble);
  loop->run();
}

}  // namespace

void run_window(const Options& options) {
  try {
    open_and_run(options);
  } catch (const Cancelled&) {  // closed before its first scene was open
  }
}

}  // namespace limber
