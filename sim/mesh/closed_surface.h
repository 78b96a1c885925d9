#pragma once

#include <string>

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

// What a surface must be before it can be filled with tetrahedra, and what can be done about it.

namespace limber {

/// Whether every edge has exactly two triangles, after vertices at the same place are welded.
bool is_closed(const TriangleMesh& mesh);

/// The surface made fit to be filled: vertices at the same place are welded, triangles without an
/// area left out, all turned to face outward, crossing triangles moved apart. `note` tells what was
/// repaired ("welded 12 vertices, turned 40 triangles"), empty where nothing was.
/// name: of the file, for messages. Throws Error(bad_input) that says what is wrong and where (a
/// position) with what cannot be repaired: open, an edge of three triangles, crossings that stay.
TriangleMesh closed_surface(TriangleMesh mesh, const std::string& name, std::string& note,
                            Progress& progress);

/// About `triangles` triangles of the same shape (meshoptimizer); fewer stay as they are.
TriangleMesh simplified(const TriangleMesh& mesh, int triangles);

}  // namespace limber
