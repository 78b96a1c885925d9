#include "app/window_app.h"

#include "app/mesh_file.h"
#include "app/moment_file.h"
#include "app/stats.h"
#include "app/window_loop.h"
#include "render/film_writer.h"
#include "render/image_file.h"

namespace limber {

void run_window(const Options& options) {
  // Everything that can be refused is refused before a window opens.
  if (!options.record.empty()) check_film(options.record, Recorder::video_size(options.size));
  check_writable(options.stats);
  if (!options.screenshot.empty()) check_png(options.screenshot);
  check_mesh_file(options.mesh);
  check_export(options.exported.file);
  check_moment_file(options.save);
  WindowLoop(options).run();
}

}  // namespace limber
