#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/camera_path.h"
#include "app/options.h"
#include "app/session.h"
#include "render/renderer.h"
#include "scenes/tour.h"

namespace limber {

/// Where a tour is played: a window or a headless run.
class TourStage {
 public:
  virtual ~TourStage() = default;
  /// Announces the next scene, so that it can be preloaded.
  virtual void prepare(const std::string& scene) = 0;
  /// Opens a scene, synchronously or not.
  virtual void open(const std::string& scene) = 0;
  /// Whether the scene is open.
  virtual bool ready() const = 0;
  virtual void use(Backend backend) = 0;
  /// Runs `work` before the next frame, in order of the calls.
  virtual void work(std::function<void(Session&)> work) = 0;
  /// Uses a tool before the next frame. If it cannot be used, the user is told and the tour goes
  /// on.
  virtual void use_tool(const TourUse& use) = 0;
  /// The scene's initial camera.
  virtual Camera home() const = 0;
};

/// Plays a tour. Time is counted in frames, so that with equal frame lengths every run gives the
/// same frames.
class TourPlayer {
 public:
  /// The stage has already opened the first step's scene, and must outlive this object. loop:
  /// repeat.
  TourPlayer(Tour tour, TourStage& stage, bool loop);

  /// Call before each frame of length passed_s: triggers its events on the stage. Returns whether
  /// to make a frame: not while a scene is opening, nor at the end.
  bool go_on(double passed_s);
  bool over() const { return over_; }
  /// Stops early: releases the grab and stops the air.
  void stop();
  void skip_step() { time_s_ = step().says.seconds; }  ///< for a scene that could not be opened

  // ---- At the end of the frame that go_on() was called for last ----
  Camera camera() const;
  const std::string& caption() const { return step().says.caption; }
  /// Marks of the grab and the pins.
  Overlay overlay(int grabbed_vertex, const std::vector<int>& pinned_vertices) const;

 private:
  const TourStep& step() const { return tour_.steps[step_]; }
  bool is_last() const { return step_ + 1 == tour_.steps.size() && !loop_; }
  std::size_t next() const { return (step_ + 1) % tour_.steps.size(); }
  void end_step();
  bool next_step();
  void enter();
  void set();
  void use_tools();
  void pull();
  void let_go();
  glm::vec3 pulled_to_m() const;

  Tour tour_;
  TourStage& stage_;
  bool loop_;
  std::size_t step_ = 0;
  bool entered_ = false, over_ = false;
  bool opened_ = true;     ///< the step opens a scene
  double time_s_ = 0.0;    ///< within the step
  std::size_t sets_ = 0;   ///< parameter changes done
  std::size_t tools_ = 0;  ///< uses of tools done
  std::size_t pulls_ = 0;  ///< pulls finished
  bool pulling_ = false;
  std::optional<CameraPath> path_;  ///< after enter()
};

/// Opens the tour of the command line, at its pace. Throws as open_tour() does.
Tour opened_tour(const Options& options);

/// The number of frames of length frame_s in one run of a tour.
int frame_count(const Tour& tour, double frame_s);

}  // namespace limber
