#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "kernels/device.h"

namespace limber {

class Exec;

/// One stage of a frame: all launches under one label, added up.
struct StageTime {
  std::string label;
  double ms = 0.0;
};

/// The time of a frame by launch label. Where the label changes, CPU backends read a clock, and
/// CUDA records an event, which a captured graph keeps as a node.
class Timeline {
 public:
  explicit Timeline(const Exec& exec);
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  void restart();                       ///< discards the marks of the last frame
  void enter(const char* label);        ///< the stage that the next launches belong to
  void finish();                        ///< ends the last stage
  bool ready() const;                   ///< all marks have been passed
  std::vector<StageTime> read() const;  ///< in order of first appearance

 private:
  using Clock = std::chrono::steady_clock;
  struct Mark {
    const char* label;  ///< null at the end
    Clock::time_point time;
    device::OwnedEvent event;
  };
  void mark(const char* label);

  device::Stream stream_;
  std::vector<Mark> marks_;
  std::vector<device::OwnedEvent> spare_;
};

}  // namespace limber
