#pragma once

#include <string>
#include <string_view>

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

struct Uncrossed {
  int pairs = 0;  ///< crossing pairs at the start
  int flat = 0;   ///< degenerate triangles at the start
};

/// Moves vertices until no two triangles cross and none are degenerate: rounds of smoothing around
/// the defects, each a little wider. A vertex moves by at most 5% of the diagonal of the bounds.
/// `mesh` must be closed, welded and consistently wound. For messages: name: of the file, and
/// instead: the alternative to suggest. Throws Error(bad_input) with the position if triangles
/// still cross after 40 rounds, or at once if there are many more crossings than triangles, and
/// Cancelled when progress does.
Uncrossed uncross(TriangleMesh& mesh, const std::string& name, std::string_view instead,
                  Progress& progress);

}  // namespace limber
