#pragma once

namespace limber {

/// While it exists, the first SIGINT (Ctrl+C), SIGTERM, SIGHUP or SIGQUIT (Ctrl+\) only requests
/// the end, so that files are finished first; a second one removes unfinished files and ends the
/// program at once. Signals that were ignored stay ignored. One object at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  static const char* name();  ///< of the received signal, or null
  /// Ends the program by the received signal, if any, so that its parent process sees it killed by
  /// that signal.
  void obey() const;
};

}  // namespace limber
