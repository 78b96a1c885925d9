#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

// Orientation and nesting of the connected parts of a surface.

namespace limber {

/// An edge-connected part of a closed surface.
struct Shell {
  std::vector<int> triangles;
  double volume_m3 = 0.0;
  bool was_inward = false;  ///< whether turn_outward() flipped it
};

/// Makes the winding of each part of a closed surface consistent and outward. Every edge must have
/// two triangles. For messages: name: of the file, and instead: the alternative to suggest. Throws
/// Error(bad_input) with the position for a one-sided surface.
std::vector<Shell> turn_outward(TriangleMesh& mesh, const std::string& name,
                                std::string_view instead);

/// Flips the parts that bound a cavity to face into it, and returns those that are buried in the
/// solid: a part directly inside the solid is a cavity if it originally faced the opposite way to
/// the part around it, else it is buried; a part in a cavity is solid again. No two triangles may
/// cross.
std::vector<Shell> nest(TriangleMesh& mesh, std::vector<Shell> shells);

}  // namespace limber
