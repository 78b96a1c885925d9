#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/implicit_shape.h"

// The dragon's anatomy, about 2 m long: y up, the head at +x, its feet at y = 0.

namespace limber {

/// A middle line with radii, and on it where the back is.
struct SpineLine {
  std::vector<glm::vec4> points_m;  ///< w: radius
  std::vector<glm::vec3> dorsal;    ///< unit length, across the line and across z

  glm::vec3 tangent(std::size_t i) const;
};

/// Through the given points, each way between two of them cut into `steps`.
SpineLine smooth_line(const std::vector<glm::vec4>& through_m, int steps);

std::vector<RoundCone> bones_of(const SpineLine& line);

/// What the dragon is put together from: each piece is blended with what comes before it.
struct DragonPiece {
  ImplicitShape shape;
  float blend_m;
  bool is_solid;  ///< a piece of the coarse solid, too
};

struct DragonBones {
  SpineLine body;               ///< from the tail's end to the neck's
  std::vector<SpineLine> legs;  ///< from the hip down
  std::vector<DragonPiece> pieces;
};

DragonBones dragon_bones();

/// The head's pieces: around `pivot_m`, turned by `axes` (columns: forwards, up, to its right).
std::vector<DragonPiece> dragon_head(glm::vec3 pivot_m, const glm::mat3& axes);

}  // namespace limber
