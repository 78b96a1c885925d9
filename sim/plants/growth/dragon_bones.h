#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/implicit_shape.h"

// The dragon's anatomy, about 2 m long: y up, the head at +x, its feet at y = 0.

namespace limber {

/// A centre line with radii and directions to the back.
struct SpineLine {
  std::vector<glm::vec4> points_m;  ///< w: radius
  std::vector<glm::vec3> dorsal;    ///< unit length, normal to the line and to z

  glm::vec3 tangent(std::size_t i) const;
};

/// A smooth curve through the given points, with `steps` segments between each two.
SpineLine smooth_line(const std::vector<glm::vec4>& through_m, int steps);

std::vector<RoundCone> bones_of(const SpineLine& line);

/// A piece of the dragon, blended with the union of the pieces before it.
struct DragonPiece {
  ImplicitShape shape;
  float blend_m;
  bool is_solid;  ///< also part of the coarse solid
};

struct DragonBones {
  SpineLine body;               ///< from the end of the tail to that of the neck
  std::vector<SpineLine> legs;  ///< from the hip down
  std::vector<DragonPiece> pieces;
};

DragonBones dragon_bones();

/// The pieces of the head: around `pivot_m`, rotated by `axes` (columns: forward, up, right).
std::vector<DragonPiece> dragon_head(glm::vec3 pivot_m, const glm::mat3& axes);

}  // namespace limber
