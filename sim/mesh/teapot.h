#pragma once

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The Utah teapot, y up, the spout to +x, standing on y = 0, `length_m` from the handle to the
/// spout's tip. Three closed, manifold parts that face outward: the body with its lid, the handle
/// and the spout, which intersect the body, since their ends are closed within it. The lip is
/// closed below its rim. segments: quads along a side of a patch; 8 give about 5,000 triangles.
TriangleMesh teapot(float length_m, int segments = 8);

}  // namespace limber
