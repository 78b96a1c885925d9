#pragma once

#include <string>
#include <vector>

#include "app/panel/panel_context.h"

namespace limber {

/// Times of frames by stage, of the simulation and of drawing. Stages are timed only while it is
/// open, since timing has a cost on GPUs.
class Profiler {
 public:
  bool open = false;

  /// left, right, bottom: the free part of the screen.
  void draw(const PanelContext& panel, float left, float right, float bottom);

 private:
  struct Stage {
    std::string label;
    std::vector<float> ms;  ///< of the last frames, newest last
    float now() const { return ms.back(); }
    float average() const;
    float largest() const;
  };
  /// The stages of the simulation, or those of drawing.
  struct Stages {
    std::vector<Stage> all;
    void add(const std::vector<StageTime>& frame);
    float average() const;  ///< of their sum
  };
  void follow(const PanelContext& panel);
  void measure(const PanelContext& panel);
  void draw_table() const;
  static void draw_rows(const char* title, const Stages& stages, float whole_ms);

  Stages simulation_, drawing_;
  bool timing_ = false;
  int scene_count_ = -1;
  long steps_done_ = 0;  ///< at the last read of the stages
  Backend backend_ = Backend::serial;
};

}  // namespace limber
