#pragma once

#include <string>
#include <string_view>

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

// Checks and repairs of a surface before it is filled with tetrahedra.

namespace limber {

inline constexpr std::string_view fall_as_cloth = "let it fall as cloth (--as cloth)";

/// Whether there are triangles and every edge has exactly two, after vertices at the same position
/// are welded and duplicates and slits repaired as in closed_surface(), which may still refuse the
/// surface for other reasons, such as intersections.
bool is_closed(const TriangleMesh& mesh);

/// Repairs a surface so that it can be filled: every edge has two triangles, every vertex one fan
/// of them, none are degenerate, none cross or touch (see triangles_cross), and they face outward.
///
/// The repairs are reported in `note` ("welded 12 vertices, turned 40 triangles"), which is empty
/// if there were none. Vertices at the same position are welded, but a vertex at which parts only
/// touch is split and its copies moved 1% into their parts. Triangles with coinciding corners,
/// duplicates, and pairs back to back are left out. Slits without area are closed. Crossing and
/// degenerate triangles are smoothed away (see uncross).
///
/// There may be several parts. A part inside another bounds a cavity, and faces into it, if in the
/// file it faces the opposite way to the part around it; else it is buried in the solid and left
/// out. A part in a cavity is solid.
///
/// name: of the file, for messages. instead: the alternative to suggest for a refused surface.
/// Throws Error(bad_input) with the defect and its position for what cannot be repaired: open
/// edges, edges of more than two triangles, one-sided surfaces, remaining crossings, more than
/// 5,000,000 triangles. Throws Cancelled when progress does.
TriangleMesh closed_surface(TriangleMesh mesh, const std::string& name, std::string& note,
                            Progress& progress, std::string_view instead = fall_as_cloth);

/// Simplifies a mesh to about `triangles` triangles (meshoptimizer), unless it has fewer. May
/// introduce self-intersections, so call closed_surface() afterwards.
TriangleMesh simplified(const TriangleMesh& mesh, int triangles);

}  // namespace limber
