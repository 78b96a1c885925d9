#pragma once

#include "sim/mesh/triangle_mesh.h"

namespace limber {

struct WheelSize {
  float radius_m;      ///< to the ends of the blades
  float hub_radius_m;  ///< less than radius_m
  float length_m;      ///< along the axis
  int blades;          ///< at least 2
  float blade_m;       ///< how thick they are; less than what the hub has room for
};

/// Flat blades around a hub whose axis is the y axis, one of them towards +x. Closed.
TriangleMesh wheel_mesh(const WheelSize& size);

/// How thick its blades may be, so that hub is left between them.
float max_blade_m(float hub_radius_m, int blades);

}  // namespace limber
