#include "scenes/camera_table.h"

namespace limber {

std::vector<Key> keys_of(SceneCamera& c) {
  return {
      Key("eye_m", "Where the camera is, in metres", &c.eye_m).from(-farthest_m, farthest_m),
      Key("target_m", "Where it looks, in metres", &c.target_m).from(-farthest_m, farthest_m),
      Key("fov_deg", "Vertical angle of view, in degrees", &c.fov_deg).from(5, 120),
  };
}

}  // namespace limber
