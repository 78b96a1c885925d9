#include "app/first_scene.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <future>

#include "app/panel/loading.h"
#include "app/terminal_progress.h"
#include "app/watched_progress.h"

namespace limber {

namespace {

constexpr std::chrono::milliseconds silent{300};  // no window for work done by then
constexpr std::chrono::milliseconds between_pictures{33};

/// For the terminal and for the window.
class FirstProgress final : public WatchedProgress {
 public:
  void report(const std::string& what, float share) override {
    WatchedProgress::report(what, share);
    terminal_.report(what, share);
  }

 private:
  TerminalProgress terminal_;
};

std::vector<std::string> opened(const Inputs& inputs, Session& session, Progress& progress) {
  std::vector<std::string> notes;
  Scene scene = open_first_scene(inputs.first, progress);
  if (!scene.notes.empty()) notes.push_back(fmt::format("{}", fmt::join(scene.notes, "\n")));
  session.open(std::move(scene));
  if (inputs.state)
    if (const std::string note = session.load(*inputs.state); !note.empty()) notes.push_back(note);
  return notes;
}

}  // namespace

std::vector<std::string> open_first(const Inputs& inputs, Session& session, Window& window,
                                    Gui& gui) {
  FirstProgress progress;
  auto notes = std::async(std::launch::async, [&] { return opened(inputs, session, progress); });
  const auto is_open = [&](std::chrono::milliseconds patience) {
    return notes.wait_for(patience) == std::future_status::ready;
  };
  if (is_open(silent)) return notes.get();
  window.show();
  while (!is_open(between_pictures)) {
    Window::poll_events();
    if (window.should_close()) {
      window.hide();
      progress.cancel();
      notes.get();
      throw Cancelled{};
    }
    window.clear();
    gui.begin_frame();
    draw_opening(inputs.first.scene, progress.state(), gui.fonts());
    gui.end_frame();
    window.swap();
  }
  return notes.get();
}

}  // namespace limber
