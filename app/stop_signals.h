#pragma once

namespace limber {

/// While it lives, SIGINT (Ctrl+C), SIGTERM, SIGHUP and SIGQUIT (Ctrl+\) ask for an end instead of
/// being one, so that files are finished first; the second one removes those that are not finished
/// and ends the program at once. One that was ignored stays so. One object at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  static const char* name();  ///< of what came, or null
  /// Ends the program as what came would have, if anything did: to who waits for it, it was
  /// stopped.
  void obey() const;
};

}  // namespace limber
