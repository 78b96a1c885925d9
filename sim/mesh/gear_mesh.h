#pragma once

#include "sim/mesh/triangle_mesh.h"

namespace limber {

struct GearSize {
  float pitch_radius_m;  ///< at which teeth of two gears meet: the sum of two is their distance
  float length_m;        ///< along the axis
  int teeth;             ///< at least min_gear_teeth
  float backlash_m;      ///< by which teeth are thinner than gaps, at the pitch radius
};

/// With fewer, teeth of this profile would need undercut roots.
constexpr int min_gear_teeth = 12;

/// Of standard teeth at the pitch radius; at 0 teeth fill the gaps exactly.
float max_backlash_m(float pitch_radius_m, int teeth);

/// The closed surface of a spur gear along the y axis with involute teeth, one in the middle of +x,
/// of 20 degrees of pressure angle and standard height: the module m is the pitch diameter over the
/// number of teeth, teeth reach m beyond the pitch radius, and gaps 1.25 m inwards.
TriangleMesh gear_mesh(const GearSize& size);

}  // namespace limber
