#include "app/terminal_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "app/standard_streams.h"
#include "kernels/error.h"

namespace limber {

namespace {

constexpr double silent_s = 0.3;  // what is done by then needs no words
constexpr double between_lines_s = 0.2;
constexpr const char* clear_line = "\r\x1b[K";

/// As much of a text as one line of the terminal holds: only a single line can be rewritten.
std::string cut_to_line(std::string text) {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return text;
  std::size_t end = std::min<std::size_t>(text.size(), size.ws_col - 1);
  const auto inside_letter = [&] { return end < text.size() && (text[end] & 0xc0) == 0x80; };
  while (inside_letter()) --end;
  text.resize(end);
  return text;
}

class TerminalProgress : public Progress {
 public:
  ~TerminalProgress() override {
    if (written_) say_text(clear_line);
  }

  void report(const std::string& what, float) override {
    const double now_s = std::chrono::duration<double>(Clock::now() - start_).count();
    if (!terminal_ || now_s < next_s_) return;
    next_s_ = now_s + between_lines_s;
    written_ = true;
    const std::string line = fmt::format("limber: {} ... {:.0f} s", what, now_s);
    say("{}{}", clear_line, cut_to_line(line));
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_ = isatty(STDERR_FILENO) == 1;
  bool written_ = false;
  Clock::time_point start_ = Clock::now();
  double next_s_ = silent_s;
};

}  // namespace

Scene open_first_scene(const Options& options) {
  TerminalProgress progress;
  Scene scene = open_scene(options.scene, progress, options.wish, options.settings);
  // On a window a mesh may be dropped later.
  if (options.wish.mesher != MesherChoice::automatic && options.headless && !scene.mesher)
    throw Error(ExitCode::usage,
                fmt::format("--mesher says who fills soft bodies, but {} has none for which there "
                            "is a choice",
                            options.scene));
  return scene;
}

}  // namespace limber
