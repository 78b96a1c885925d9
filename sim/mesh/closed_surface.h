#pragma once

#include <string>
#include <string_view>

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

// What a surface must be before it can be filled with tetrahedra, and what can be done about it.

namespace limber {

inline constexpr std::string_view fall_as_cloth = "let it fall as cloth (--as cloth)";

/// Whether there are triangles and every edge has exactly two, once vertices at the same place are
/// welded, and copies and slits mended as closed_surface() does. It may still refuse the surface
/// for what is seen later, such as crossings.
bool is_closed(const TriangleMesh& mesh);

/// The surface made fit to be filled: every edge has two triangles, every vertex one fan of them,
/// all have an area, none cross or touch (see triangles_cross), and they face out of the solid.
///
/// What is repaired, and reported in `note` ("welded 12 vertices, turned 40 triangles"), which is
/// empty where nothing was: vertices at the same place are welded, but a vertex at which parts only
/// touch is split and its copies move 1% of the way into their parts; triangles that are an edge or
/// a point are left out, as are copies, and pairs back to back; slits without an area are closed;
/// crossing triangles and those without an area are smoothed until they are neither (see uncross).
///
/// Several parts may lie beside each other. One inside of another bounds a cavity, and faces into
/// it, if in the file it faces the other way than the part around it; else it is buried in the
/// solid and left out. What lies in a cavity is solid.
///
/// name: of the file, for messages. instead: what else can be done with a surface that is refused.
/// Throws Error(bad_input) that says what is wrong and where (a
/// position) with what cannot be repaired: open, edges of more than two triangles, one-sided,
/// crossings that stay, more than 5,000,000 triangles. Throws Cancelled when progress does.
TriangleMesh closed_surface(TriangleMesh mesh, const std::string& name, std::string& note,
                            Progress& progress, std::string_view instead = fall_as_cloth);

/// About `triangles` triangles of the same shape (meshoptimizer); fewer stay as they are. May cross
/// itself where it did not before, so closed_surface() comes after it.
TriangleMesh simplified(const TriangleMesh& mesh, int triangles);

}  // namespace limber
