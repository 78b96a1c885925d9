#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "app/panel/panel_context.h"
#include "app/panel/thumbnails.h"
#include "scenes/scene.h"

// The sections of the side panels. Each draws into the current ImGui window.

namespace limber {

/// Scene title, pause, step, reset, record, and playback speed.
void draw_transport(const PanelContext& panel);
/// The three backends, their step times, and why one is unavailable.
void draw_solvers(const PanelContext& panel);
/// How the scene is drawn, and what its colours mean.
void draw_views(const PanelContext& panel);
/// Lighting and surroundings.
void draw_look(const PanelContext& panel);
void draw_film(const PanelContext& panel);
/// How balls are shot, and how fast air is blown.
void draw_tools(const PanelContext& panel);
void draw_comparison(const PanelContext& panel);
/// Camera motion without the mouse: kept views, turntable, path.
void draw_camera(const PanelContext& panel);
/// The system: OpenGL, solver, build.
void draw_machine(const PanelContext& panel);

/// The running scene's parameters: those that have an effect, or all.
class ParameterList {
 public:
  /// max_height: of the rows; they scroll beyond it.
  void draw(const PanelContext& panel, float max_height);

 private:
  void draw_head(const PanelContext& panel, std::size_t hidden, bool changed);

  bool all_ = false;
};

/// The scenes by family.
class SceneList {
 public:
  /// height: of everything below the heading; more if that is too little for some rows.
  void draw(const PanelContext& panel, Thumbnails& thumbnails, float height);

 private:
  void draw_families(const PanelContext& panel);

  std::string family_;  ///< the family shown
  std::vector<SceneEntry> scenes_;
  int scene_count_ = -1;  ///< of the player, when the list was read
  float rows_height_ = 0.0f;
};

/// Residuals of the constraints per iteration. Measured only while open.
class Convergence {
 public:
  void draw(const PanelContext& panel);

 private:
  bool over_time_ = false;
  bool relative_ = true;
};

/// Sizes, times, and constraint residuals.
class Statistics {
 public:
  void draw(const PanelContext& panel);

 private:
  struct Curve {
    std::deque<float> residuals;  ///< one per measurement, newest last
  };
  void follow(const PanelContext& panel);
  std::vector<std::string> types(const SystemCounts& counts) const;
  void draw_constraints(const PanelContext& panel) const;
  void draw_other_residuals(const PanelContext& panel) const;
  void draw_curves(const PanelContext& panel) const;

  std::map<std::string, Curve> curves_;
  int scene_count_ = -1;
  long steps_done_ = 0;
  long measured_ = 0;  ///< number of measurements, at the last read
};

}  // namespace limber
