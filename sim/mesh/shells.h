#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

// Which way the connected parts of a surface face, and which of them bound the solid.

namespace limber {

/// A part of a closed surface that hangs together by edges.
struct Shell {
  std::vector<int> triangles;
  double volume_m3 = 0.0;
  bool was_inward = false;  ///< before it was turned
};

/// Winds the triangles of each part of a closed surface alike, and turns it to face outward. Every
/// edge has two triangles. name: of the file, and instead: what else can be done with it, for
/// messages. Throws Error(bad_input) with the place where a surface has only one side.
std::vector<Shell> turn_outward(TriangleMesh& mesh, const std::string& name,
                                std::string_view instead);

/// Turns the parts that bound a cavity to face into it, and returns those that are buried in the
/// solid: a part directly inside the solid is a cavity if it faced the other way than the part
/// around it, and buried if it faced the same way; what floats in a cavity is solid again. No two
/// triangles cross.
std::vector<Shell> nest(TriangleMesh& mesh, std::vector<Shell> shells);

}  // namespace limber
