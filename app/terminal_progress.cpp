#include "app/terminal_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "app/standard_streams.h"
#include "kernels/error.h"

namespace limber {

namespace {

constexpr std::chrono::milliseconds silent{500};  // no line for work done by then
constexpr std::chrono::milliseconds between_lines{200};
constexpr const char* clear_line = "\r\x1b[K";

/// Truncates a text to one line of the terminal, since only a single line can be rewritten.
std::string cut_to_line(std::string text) {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return text;
  std::size_t end = std::min<std::size_t>(text.size(), size.ws_col - 1);
  const auto inside_letter = [&] { return end < text.size() && (text[end] & 0xc0) == 0x80; };
  while (inside_letter()) --end;
  text.resize(end);
  return text;
}

}  // namespace

TerminalProgress::TerminalProgress() {
  if (isatty(STDERR_FILENO) == 1) writer_ = std::thread([this] { write_until_end(); });
}

void TerminalProgress::report(const std::string& what, float) {
  const std::lock_guard lock(mutex_);
  what_ = what;
}

void TerminalProgress::tell(const std::string& words) {
  const std::lock_guard lock(mutex_);
  clear();
  say_text(words);
}

void TerminalProgress::clear() {
  if (std::exchange(written_, false)) say_text(clear_line);
}

void TerminalProgress::end() {
  if (!writer_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  end_.notify_one();
  writer_.join();
  clear();
}

void TerminalProgress::write_until_end() {
  std::unique_lock lock(mutex_);
  for (Clock::time_point next = start_ + silent;
       !end_.wait_until(lock, next, [&] { return ended_; }); next = Clock::now() + between_lines)
    if (!what_.empty()) write();
}

void TerminalProgress::write() {
  const char* const signal = StopSignals::name();
  const std::string line = fmt::format(
      "limber: {} ... {:.0f} s{}", what_,
      std::chrono::duration<double>(Clock::now() - start_).count(),
      signal ? fmt::format("; {} ends the run after that, a second signal at once", signal) : "");
  say("{}{}", clear_line, cut_to_line(one_line(line)));
  written_ = true;
}

Scene open_first_scene(const Options& options, Progress& progress) {
  Scene scene = open_scene(options.scene, progress, options.wish, options.settings);
  check_not_overwritten(options, scene.meshes);
  // In a window, a mesh may be dropped later.
  if (options.wish.mesher != MesherChoice::automatic && options.headless && !scene.mesher)
    throw Error(
        ExitCode::usage,
        fmt::format("--mesher chooses how solids are filled, but {} has none that it applies to",
                    options.scene));
  progress.report("laying out " + scene.id, -1.0f);
  return scene;
}

}  // namespace limber
