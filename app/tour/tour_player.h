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

/// Where a tour takes place: a window, or a run without one.
class TourStage {
 public:
  virtual ~TourStage() = default;
  /// A scene will be opened next: it may be read beforehand.
  virtual void prepare(const std::string& scene) = 0;
  /// Opens a scene, at once or by and by.
  virtual void open(const std::string& scene) = 0;
  /// Whether the scene is there.
  virtual bool ready() const = 0;
  virtual void use(Solver solver) = 0;
  /// Done in the order in which it is asked for, before the next frame.
  virtual void work(std::function<void(Session&)> work) = 0;
  /// From where the scene is seen at first.
  virtual Camera home() const = 0;
};

/// Plays a tour. Its time is counted in frames, so that frames of equal length are the same frames
/// wherever they are made.
class TourPlayer {
 public:
  /// The stage has opened the first step's scene already, and must outlive this object. loop: it
  /// begins again after its end.
  TourPlayer(Tour tour, TourStage& stage, bool loop);

  /// Before each frame of passed_s: asks the stage for what happens in it. Returns whether there is
  /// to be a frame: not while a scene is being opened, nor at the end.
  bool go_on(double passed_s);
  bool over() const { return over_; }
  /// Before its end: lets go of what it pulls.
  void stop();
  void skip_step() { time_s_ = step().says.seconds; }  ///< its scene could not be opened

  // ---- At the end of the frame that go_on() was called for last ----
  Camera camera() const;
  const std::string& caption() const { return step().says.caption; }
  /// Marks what is pulled and what is pinned.
  Overlay overlay(int grabbed_vertex, const std::vector<int>& pinned_vertices) const;

 private:
  const TourStep& step() const { return tour_.steps[step_]; }
  bool is_last() const { return step_ + 1 == tour_.steps.size() && !loop_; }
  std::size_t next() const { return (step_ + 1) % tour_.steps.size(); }
  bool next_step();
  void enter();
  void set();
  void pull();
  void let_go();
  glm::vec3 pulled_to_m() const;

  Tour tour_;
  TourStage& stage_;
  bool loop_;
  std::size_t step_ = 0;
  bool entered_ = false, over_ = false;
  bool opened_ = true;     ///< the step has a scene of its own
  double time_s_ = 0.0;    ///< of the step
  std::size_t sets_ = 0;   ///< that were done
  std::size_t pulls_ = 0;  ///< that are over
  bool pulling_ = false;
  std::optional<CameraPath> path_;  ///< after enter()
};

/// The tour that the command line names, at its pace. Throws as open_tour() does.
Tour opened_tour(const Options& options);

/// How many frames of that length a tour has, played once.
int frame_count(const Tour& tour, double frame_s);

}  // namespace limber
