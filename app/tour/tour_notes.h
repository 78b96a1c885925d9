#pragma once

#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>

#include "app/camera_path.h"
#include "kernels/solver.h"
#include "scenes/tour.h"

namespace limber {

/// What a window shows at one moment, as far as a tour can say it.
struct TourSample {
  std::string scene;
  int scene_count = 0;  ///< another one for every scene that is opened
  Solver solver = Solver::serial;
  double time_s = 0.0;  ///< of the simulation
  Camera camera;
  struct Hold {
    glm::vec3 at_m;  ///< where it was grabbed
    glm::vec3 to_m;  ///< where it is pulled to now
  };
  std::optional<Hold> hold;
  int pinned = 0;                                 ///< how many points are
  std::map<std::string, std::string> parameters;  ///< values as Parameter::text() has them
};

/// Makes a tour of what is done in a window: another step for a scene, a reset or a solver, and in
/// each what the camera, the mouse and the parameters do. Times are those of the simulation: a
/// pause takes none.
class TourNotes {
 public:
  /// At each picture, from a scene's beginning on.
  void see(const TourSample& now);
  /// What was seen until now.
  Tour tour() const;

 private:
  void begin_step(const TourSample& now, bool has_scene);
  void end_step(TourStep& step) const;
  void see_camera(double time_s, const Camera& camera);
  void see_hold(double time_s, const TourSample& now);
  void see_parameters(double time_s, const TourSample& now);

  std::vector<TourStep> steps_;
  double began_s_ = 0.0;  ///< the newest step
  std::optional<TourSample> before_;
  std::vector<CameraKey> keys_;  ///< of the newest step
};

}  // namespace limber
