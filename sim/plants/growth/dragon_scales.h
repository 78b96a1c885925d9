#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/plants/growth/dragon_bones.h"

namespace limber {

/// Height of the skin above the smooth surface: scales that overlap towards the tail, and plates
/// across the belly. 0 at points far from body and legs.
class DragonScales {
 public:
  explicit DragonScales(const DragonBones& bones);

  float height_m(const glm::vec3& on_surface_m) const;

 private:
  struct Line {
    SpineLine spine;
    std::vector<float> along_m;  ///< arc length up to each point
    float scale_m;               ///< length of a scale
    bool has_belly;
    std::vector<glm::vec4> balls_m;  ///< around each few cones of the spine: centre and radius
  };

  float height_m(const Line& line, const glm::vec3& x) const;

  std::vector<Line> lines_;
};

}  // namespace limber
