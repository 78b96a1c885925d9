#pragma once

#include "sim/mesh/triangle_mesh.h"

namespace limber {

struct WheelSize {
  float radius_m;      ///< to the ends of the blades
  float hub_radius_m;  ///< less than radius_m
  float length_m;      ///< along the axis
  int blades;          ///< at least 2
  float blade_m;       ///< thickness of the blades; below max_blade_m()
};

/// A closed surface of flat blades around a hub along the y axis, one blade towards +x.
TriangleMesh wheel_mesh(const WheelSize& size);

/// Upper limit of the blades' thickness, such that some hub is left between them.
float max_blade_m(float hub_radius_m, int blades);

}  // namespace limber
