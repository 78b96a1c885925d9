#include "app/headless.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>

#include "app/camera_path.h"
#include "app/export/session_export.h"
#include "app/headless_stage.h"
#include "app/inputs.h"
#include "app/mesh_file.h"
#include "app/recorder.h"
#include "app/session.h"
#include "app/standard_streams.h"
#include "app/stats.h"
#include "app/stop_signals.h"
#include "app/terminal_progress.h"
#include "app/tour/tour_player.h"
#include "kernels/error.h"
#include "render/film_writer.h"
#include "render/image_file.h"

namespace limber {

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Reports the progress of a recording on standard error: as a status line on a terminal, else a
/// line every 10%.
class RecordingProgress {
 public:
  RecordingProgress(int frames, TerminalProgress& terminal)
      : frames_(frames), terminal_(terminal), is_terminal_(isatty(STDERR_FILENO) == 1) {}

  void show(int done, bool last) {
    const double left_s = ms_since(start_) / 1e3 / done * (frames_ - done);
    const std::string line =
        fmt::format("recording: frame {} of {}, {:.0f} s left", done, frames_, left_s);
    if (is_terminal_) terminal_.report(line, -1.0f);
    const int tenths = 10 * done / frames_;
    if (!last && (is_terminal_ || tenths == shown_tenths_)) return;
    shown_tenths_ = tenths;
    terminal_.tell(line + "\n");
  }

 private:
  int frames_;
  TerminalProgress& terminal_;
  bool is_terminal_;
  Clock::time_point start_ = Clock::now();
  int shown_tenths_ = 0;
};

/// Rejects everything that can be rejected before any work is done.
void check_outputs(const Options& options) {
  if (!options.record.empty()) check_film(options.record, options.size);
  if (!options.screenshot.empty()) check_png(options.screenshot);
  check_writable(options.stats);
  check_mesh_file(options.mesh);
  check_export(options.exported.file);
  check_saved_state_file(options.save);
}

bool writes_files(const Options& options) {
  return !(options.record.empty() && options.screenshot.empty() && options.stats.empty() &&
           options.mesh.empty() && options.exported.file.empty() && options.save.empty());
}

/// So that a note is not repeated when only a number in it changes.
std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

void stop_unless(bool finite, Session& session, int frame) {
  if (!finite)
    throw Error(
        ExitCode::diverged,
        fmt::format("{} had diverged by frame {} on the {} backend: a position is not finite; try "
                    "a smaller dt_s",
                    session.scene().id, frame, name_of(session.backend())));
}

}  // namespace

void run_headless(const Options& options) {
  check_outputs(options);
  Inputs inputs(options);
  Session session(options.backend.value_or(best_backend()), options.threads);
  TerminalProgress progress;
  StatsRecorder stats;
  HeadlessStage stage(session, options, progress, stats);
  stage.show(open_first_scene(inputs.first, progress));
  if (inputs.state) {
    stage.load(*inputs.state);
    inputs.state.reset();
  }
  Display* const display = stage.display();
  std::optional<CameraPath> path;
  if (!inputs.camera_path.empty())
    path.emplace(camera_keys_of(inputs.camera_path, display->camera.floor_m));
  // With no file to finish, a signal may end the program within a long frame.
  std::optional<StopSignals> signals;
  if (writes_files(options)) signals.emplace();
  std::optional<Recorder> recorder;
  if (!options.record.empty()) {
    recorder.emplace();
    recorder->start({.path = options.record,
                     .size_px = options.size,
                     .fps = options.fps,
                     .cut_out = options.cut_out});
  }
  const bool as_spheres = display && display->view.spheres;
  std::optional<SessionExport> exported;
  if (!options.exported.file.empty())
    exported.emplace(options.exported, session, as_spheres, options.fps);

  const double frame_s = options.speed / options.fps;
  int frames = options.frames.value_or(default_frames);
  std::optional<TourPlayer> player;
  if (inputs.tour) {
    const int all = frame_count(*inputs.tour, 1.0 / options.fps);
    frames = options.loop ? frames : std::min(options.frames.value_or(all), all);
    player.emplace(std::move(*inputs.tour), stage, options.loop);
  }
  RecordingProgress recording(frames, progress);
  std::set<std::string> reported;  ///< problems already reported
  int frame = 0;
  bool last = false;
  while (!last) {
    ++frame;
    if (!recorder || frame == 1)
      progress.report(fmt::format("frame {} of {}", frame, frames), -1.0f);
    const auto start = Clock::now();
    if (player) player->go_on(1.0 / options.fps);
    if (player && display) {
      World& world = session.world();
      display->camera = player->camera();
      display->overlay = player->overlay(world.grabbed_vertex(), world.pinned_vertices());
    }
    if (path) display->camera = path->at(frame / options.fps);
    stage.frame(frame_s, player ? player->caption() : options.caption);
    const char* const signal = signals ? signals->name() : nullptr;
    last = frame == frames || signal;
    if (recorder) {
      recorder->frame(stage.picture());
      recording.show(frame, last);
    }
    if (signal && frame < frames)
      stage.tell(fmt::format(
          "{} stopped the run after frame {} of {}; everything up to that frame is written", signal,
          frame, frames));
    stop_unless(session.world().finite(), session, frame);
    if (exported) exported->add_frame();
    const std::string trouble = session.world().trouble();
    if (!trouble.empty() && reported.insert(without_digits(trouble)).second)
      stage.tell(fmt::format("at frame {} {}", frame, trouble));
    stats.add_frame(ms_since(start));
    stats.add_steps(session.take_step_times());
  }
  stop_unless(session.world().finite_now(), session, frame);

  if (recorder) {
    progress.report("finishing the video", -1.0f);
    recorder->stop();
  }
  std::string written;
  if (exported) {
    progress.report("finishing the export", -1.0f);
    written = exported->file().commit();
  }
  progress.end();
  if (!options.screenshot.empty())
    write_screenshot(options.screenshot, stage.picture(), options.cut_out);
  for (const Beside::Measured& other : stage.beside().measured()) stats.add_beside(other);
  if (exported) say("limber: {}\n", written);
  if (!options.stats.empty()) stats.write(options.stats, session);
  if (!options.mesh.empty()) write_mesh(options.mesh, session, as_spheres);
  if (!options.save.empty()) session.save(options.save);
  if (signals) signals->obey();
}

}  // namespace limber
