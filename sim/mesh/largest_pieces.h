#pragma once

#include <cstddef>

#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// Keeps at most `most` connected pieces (sharing no vertices), those of the largest volume.
/// Vertices stay in order; if pieces are removed, so are vertices without tetrahedra.
TetraMesh largest_pieces(TetraMesh mesh, std::size_t max_count);

}  // namespace limber
