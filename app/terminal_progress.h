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

/// If something takes long, shows a status line on standard error with the work and the elapsed
/// time, updated in place and removed at the end; only on a terminal. Its own thread writes it, so
/// that it is updated even between reports.
class TerminalProgress final : public Progress {
 public:
  TerminalProgress();
  ~TerminalProgress() override { end(); }
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void report(const std::string& what, float share) override;
  /// Prints a permanent message in place of the line.
  void tell(const std::string& words);
  /// Removes the line for good.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  void write_until_end();
  void write();
  void clear();

  Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  ///< guards the following
  std::string what_;
  bool written_ = false, ended_ = false;
  std::condition_variable end_;
  std::thread writer_;  ///< last: it uses all of the above
};

/// Opens the scene of the command line, with its --set options. Throws as open_scene() does.
Scene open_first_scene(const Options& options, Progress& progress);

}  // namespace limber
