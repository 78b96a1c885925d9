#pragma once

#include <string>
#include <string_view>

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

struct Uncrossed {
  int pairs = 0;  ///< that crossed
  int flat = 0;   ///< triangles that had no area
};

/// Moves vertices until no two triangles cross and all have an area: rounds of smoothing around
/// those that do, each a little wider. A vertex moves at most 5% of the diagonal of the surface's
/// box. `mesh` is closed, welded and wound alike. name: of the file, and
/// instead: what else can be done with it, for messages.
/// Throws Error(bad_input) with the place where triangles still cross after 40 rounds, or at once
/// where there are many more crossings than triangles, and Cancelled when progress does.
Uncrossed uncross(TriangleMesh& mesh, const std::string& name, std::string_view instead,
                  Progress& progress);

}  // namespace limber
