#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "app/options.h"
#include "app/stop_signals.h"
#include "scenes/scene.h"
#include "sim/progress.h"

namespace limber {

/// If something takes long, a line on standard error says what is being done and since when,
/// rewritten in place and gone in the end; where that is no terminal, nothing does. A thread of its
/// own writes it, so that it goes on through what reports nothing.
class TerminalProgress final : public Progress {
 public:
  TerminalProgress();
  ~TerminalProgress() override { end(); }
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void report(const std::string& what, float share) override;
  /// Words that are to stay, where the line was.
  void tell(const std::string& words);
  /// Takes the line away for good.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  void write_until_end();
  void write();
  void clear();

  Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  ///< of the following
  std::string what_;
  bool written_ = false, ended_ = false;
  std::condition_variable end_;
  std::thread writer_;  ///< last: it uses all of the above
};

/// The scene that the command line names, with its --set. Throws as open_scene() does.
Scene open_first_scene(const Options& options, Progress& progress);

}  // namespace limber
