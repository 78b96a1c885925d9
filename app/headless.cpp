#include "app/headless.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>

#include "app/compare/beside.h"
#include "app/drawn_session.h"
#include "app/export/scene_export.h"
#include "app/film/film_picture.h"
#include "app/mesh_file.h"
#include "app/recorder.h"
#include "app/session.h"
#include "app/standard_streams.h"
#include "app/stats.h"
#include "app/stop_signals.h"
#include "app/terminal_progress.h"
#include "kernels/buffer.h"
#include "kernels/error.h"
#include "render/film_writer.h"
#include "render/image_file.h"

namespace limber {

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// How far a recording is and how long it takes, on standard error: on a terminal as everything
/// else is, a line every tenth of the way elsewhere.
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

/// Everything that can be refused is refused before any work is done.
void check_outputs(const Options& options) {
  if (!options.record.empty()) check_film(options.record, options.size);
  if (!options.screenshot.empty()) check_png(options.screenshot);
  check_writable(options.stats);
  check_mesh_file(options.mesh);
  check_export(options.exported.file);
  check_moment_file(options.save);
}

bool writes_files(const Options& options) {
  return !(options.record.empty() && options.screenshot.empty() && options.stats.empty() &&
           options.mesh.empty() && options.exported.file.empty() && options.save.empty());
}

/// What goes on is not told again because a number in it has changed.
std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

/// What the frames of a session show, whether they are drawn or not.
class SessionExport {
 public:
  SessionExport(const Options& options, Session& session, bool as_spheres)
      : session_(session),
        published_(session.exec(), session.world().draw_list().vertex_count),
        file_(options.exported, session.scene().id, session.world().draw_list(), as_spheres,
              options.fps) {
    published_.zero(session.exec());
  }
  void add_frame() {
    std::vector<PublishedVertex> vertices;
    if (file_.wants_next()) {
      // Not the buffers that OpenGL draws from: what a run without OpenGL writes is the same.
      session_.publish_again(published_.view());
      vertices = published_.download(session_.exec());
    }
    file_.add(session_.exec(), vertices);
  }
  SceneExport& file() { return file_; }

 private:
  Session& session_;
  Buffer<PublishedVertex> published_;
  SceneExport file_;
};

void stop_unless(bool finite, Session& session, int frame) {
  if (!finite)
    throw Error(
        ExitCode::diverged,
        fmt::format("{} had diverged by frame {} on the {} solver: a position is not finite; "
                    "try a smaller dt_s",
                    session.scene().id, frame, name_of(session.solver())));
}

}  // namespace

void run_headless(const Options& options) {
  check_outputs(options);
  std::optional<SavedMoment> loaded;
  if (!options.load.empty()) loaded = read_moment(options.load);
  Session session(options.solver.value_or(best_solver()), options.threads);
  std::unique_ptr<Context> context;
  std::unique_ptr<Display> display;
  if (!options.no_render) {
    context = Context::off_screen();
    display = std::make_unique<Display>(*context);
  }

  TerminalProgress progress;
  session.open(open_first_scene(options, progress));
  StatsRecorder stats;
  const auto tell = [&](const std::string& note) {
    progress.tell(fmt::format("limber: note: {}\n", one_line(note)));
    stats.add_note(note);
  };
  std::ranges::for_each(session.scene().notes, tell);
  std::ranges::for_each(session.world().notes(), tell);
  if (loaded)
    if (const std::string note = session.load(*loaded); !note.empty()) tell(note);
  loaded.reset();
  std::optional<DrawnSession> drawn;
  if (display) drawn.emplace(session, *display);
  Beside beside(session, options.beside, options.threads, context.get());
  // Where there is nothing to finish, a signal may end a frame of minutes.
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

  std::optional<FilmPicture> film;
  if (display) film.emplace(*display);
  ResolvedFrame picture;
  const auto draw = [&] {
    FilmLook look{.supersampling = options.supersampling, .cut_out = options.cut_out};
    if (options.bar)
      look.bar = bar_text(session.scene(), readings_of(session), options.caption,
                          display->shown_field(session.world().draw_list()));
    picture = beside.any() ? beside.draw(*film, display->camera, options.size, look)
                           : film->draw(display->camera, options.size, look);
  };
  std::optional<SessionExport> exported;
  if (!options.exported.file.empty())
    exported.emplace(options, session, display && display->view.spheres);

  const int frames = options.frames.value_or(default_frames);
  const double frame_s = options.speed / options.fps;
  RecordingProgress recording(frames, progress);
  std::set<std::string> told;  ///< troubles
  int frame = 0;
  bool last = false;
  while (!last) {
    ++frame;
    if (!recorder || frame == 1)
      progress.report(fmt::format("frame {} of {}", frame, frames), -1.0f);
    const auto start = Clock::now();
    if (drawn) {
      drawn->simulate(frame_s);
      beside.simulate(frame_s);
      draw();
      display->renderer().wait_for_the_picture_before();
    } else {
      session.advance(frame_s, {}, -1);
      beside.simulate(frame_s);
      session.exec().synchronize();  // a frame takes as long as its steps, not as their launch
    }
    const char* const signal = signals ? signals->name() : nullptr;
    last = frame == frames || signal;
    if (recorder) {
      recorder->frame(picture);
      recording.show(frame, last);
    }
    if (signal && frame < frames)
      tell(fmt::format("{} stopped it after frame {} of {}; what there is by now is written",
                       signal, frame, frames));
    stop_unless(session.world().finite(), session, frame);
    if (exported) exported->add_frame();
    const std::string trouble = session.world().trouble();
    if (!trouble.empty() && told.insert(without_digits(trouble)).second)
      tell(fmt::format("at frame {} {}", frame, trouble));
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
  if (!options.screenshot.empty()) write_screenshot(options.screenshot, picture, options.cut_out);
  for (const Beside::Measured& other : beside.measured()) stats.add_beside(other);
  if (exported) say("limber: {}\n", written);
  if (!options.stats.empty()) stats.write(options.stats, session);
  if (!options.mesh.empty()) write_mesh(options.mesh, session, display && display->view.spheres);
  if (!options.save.empty()) session.save(options.save);
  if (signals) signals->obey();
}

}  // namespace limber
