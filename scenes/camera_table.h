#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scenes/key.h"

namespace limber {

/// [camera]: from where a scene is seen first.
struct SceneCamera {
  glm::vec3 eye_m{3.0f, 2.0f, 4.0f};
  glm::vec3 target_m{0.0f, 1.0f, 0.0f};
  float fov_deg = 35.0f;  ///< vertical
};

std::vector<Key> keys_of(SceneCamera& camera);

}  // namespace limber
