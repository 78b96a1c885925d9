#pragma once

#include <string>
#include <vector>

#include "app/panel/panel_context.h"

namespace limber {

/// Where the frames' time goes, stage by stage. Stages are timed only while it is open, since on
/// CUDA that costs some time itself.
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
  void follow(const PanelContext& panel);
  void measure(const PanelContext& panel);
  void draw_table() const;

  std::vector<Stage> stages_;
  bool timing_ = false;
  int scene_count_ = -1;
  long steps_done_ = 0;  ///< when the stages were read last
  Solver solver_ = Solver::serial;
};

}  // namespace limber
