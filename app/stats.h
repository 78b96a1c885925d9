#pragma once

#include <string>
#include <vector>

#include "app/compare/beside.h"
#include "app/session.h"

namespace limber {

struct MedianAndP95 {
  double median = 0.0;
  double p95 = 0.0;
};
MedianAndP95 median_and_p95(std::vector<double> values);  ///< zeros for no values

/// What --stats writes.
class StatsRecorder {
 public:
  void add_frame(double ms) { frame_ms_.push_back(ms); }
  void add_steps(const std::vector<double>& ms) {
    step_ms_.insert(step_ms_.end(), ms.begin(), ms.end());
  }
  /// For a window: the interval between two pictures, whether or not the simulation had anything
  /// new to show.
  void add_picture(double ms) { picture_ms_.push_back(ms); }
  void add_beside(const Beside::Measured& other) { beside_.push_back(other); }
  void add_note(const std::string& note) { notes_.push_back(note); }

  /// Waits for the solver. path: a file, or "-" for standard output.
  /// Throws Error(bad_input) when the file cannot be written.
  void write(const std::string& path, Session& session);

 private:
  std::vector<double> frame_ms_;
  std::vector<double> step_ms_;
  std::vector<double> picture_ms_;
  std::vector<Beside::Measured> beside_;
  std::vector<std::string> notes_;
};

/// Throws Error(bad_input) if a file could not be written there; "-" and "" are valid.
void check_writable(const std::string& path);
/// Writes a text file atomically. Throws Error(bad_input).
void write_text_file(const std::string& path, const std::string& text);

}  // namespace limber
