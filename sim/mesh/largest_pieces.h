#pragma once

#include <cstddef>

#include "sim/mesh/tetra_mesh.h"

namespace limber {

/// Of a mesh that is in more than `most` pieces, which share no vertex, those with the most volume.
/// Vertices stay in their order; those without tetrahedra go.
TetraMesh largest_pieces(TetraMesh mesh, std::size_t most);

}  // namespace limber
