#pragma once

#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>

#include "app/camera_path.h"
#include "kernels/backend.h"
#include "scenes/tour.h"

namespace limber {

/// A snapshot of what a window shows, as far as a tour can express it.
struct TourSample {
  std::string scene;
  int scene_count = 0;  ///< changes with every opened scene
  Backend backend = Backend::serial;
  double time_s = 0.0;  ///< of the simulation
  Camera camera;
  struct Hold {
    glm::vec3 at_m;  ///< where it was grabbed
    glm::vec3 to_m;  ///< its current drag target
  };
  std::optional<Hold> hold;
  int pinned = 0;                                 ///< number of pinned points
  std::map<std::string, std::string> parameters;  ///< values as Parameter::text()
};

/// Records a session in a window as a tour: a new step for each scene, reset or backend, and in
/// each the camera, mouse, tools and parameter changes. Times are simulated: a pause takes none.
class TourNotes {
 public:
  /// Call at each picture, from the start of a scene.
  void see(const TourSample& now);
  /// Call when a tool is used; it is recorded at the time of the next picture.
  void see(const TourTool& tool) { used_.push_back(tool); }
  /// The tour recorded so far.
  Tour tour() const;

 private:
  void begin_step(const TourSample& now, bool has_scene);
  void end_step(TourStep& step) const;
  void see_camera(double time_s, const Camera& camera);
  void see_hold(double time_s, const TourSample& now);
  void see_parameters(double time_s, const TourSample& now);
  void see_tools(double time_s);

  std::vector<TourStep> steps_;
  double began_s_ = 0.0;  ///< start of the newest step
  std::optional<TourSample> before_;
  std::vector<CameraKey> keys_;  ///< of the newest step
  double blown_until_s_ = 0.0;   ///< of the newest step: records no other breath until then
  std::vector<TourTool> used_;   ///< since the last picture
};

}  // namespace limber
