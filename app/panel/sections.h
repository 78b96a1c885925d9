#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "app/panel/panel_context.h"
#include "app/panel/thumbnails.h"
#include "scenes/scene.h"

// The sections of the side panels. Each draws itself into the window that is open.

namespace limber {

/// Title of the scene, pause, step, reset, record, and how fast time runs.
void draw_transport(const PanelContext& panel);
/// The three solvers, what they cost here, and why one cannot be used.
void draw_solvers(const PanelContext& panel);
/// How the scene is drawn, and what its colours mean.
void draw_views(const PanelContext& panel);
/// The light and what is around the scene.
void draw_look(const PanelContext& panel);
void draw_film(const PanelContext& panel);
/// How balls are shot, and how fast air is blown.
void draw_tools(const PanelContext& panel);
void draw_comparison(const PanelContext& panel);
/// What moves the camera without the mouse: kept views, turntable, path.
void draw_camera(const PanelContext& panel);
/// What this program runs on: OpenGL, solver, build.
void draw_machine(const PanelContext& panel);

/// The parameters of the running scene: those that have an effect there, or all.
class ParameterList {
 public:
  /// max_height: of its rows, which scroll if they need more.
  void draw(const PanelContext& panel, float max_height);

 private:
  void draw_head(const PanelContext& panel, std::size_t hidden, bool changed);

  bool all_ = false;
};

/// The scenes by family.
class SceneList {
 public:
  /// height: of all below its heading.
  void draw(const PanelContext& panel, Thumbnails& thumbnails, float height);

 private:
  void draw_families(const PanelContext& panel);

  std::string family_;  ///< whose scenes are shown
  std::vector<SceneEntry> scenes_;
  int scene_count_ = -1;  ///< of the player when the list was read
};

/// How the constraints' errors fall from iteration to iteration. Measures only while it is open.
class Convergence {
 public:
  void draw(const PanelContext& panel);

 private:
  bool over_time_ = false;
  bool relative_ = true;
};

/// Sizes, times, and how well the constraints hold.
class Statistics {
 public:
  void draw(const PanelContext& panel);

 private:
  struct Curve {
    std::deque<float> residuals;  ///< newest last, one a measurement
  };
  void follow(const PanelContext& panel);
  std::vector<std::string> types(const SystemCounts& counts) const;
  void draw_constraints(const PanelContext& panel) const;
  void draw_other_residuals(const PanelContext& panel) const;
  void draw_curves(const PanelContext& panel) const;

  std::map<std::string, Curve> curves_;
  int scene_count_ = -1;
  long steps_done_ = 0;
  long measured_ = 0;  ///< how many times, by the newest residuals
};

}  // namespace limber
