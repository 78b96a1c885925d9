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

/// Where a frame's time went, by launch label. On the CPU solvers it reads a clock where the label
/// changes, on CUDA it records events there, which a captured graph keeps as nodes of its own.
class Timeline {
 public:
  explicit Timeline(const Exec& exec);
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  void restart();                       ///< forgets the marks of the last frame
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
