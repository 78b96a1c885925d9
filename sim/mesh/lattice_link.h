#pragma once

#include <array>
#include <cstdint>

#include "sim/mesh/bcc_lattice.h"

namespace limber {

/// Where a lattice point is.
enum class LatticeSide : std::uint8_t { inside, on_surface, outside };

/// Whether what isosurface stuffing keeps of the tetrahedra around a point on the surface is one
/// piece whose boundary passes the point once. `side`: of its neighbours, by direction.
bool is_manifold_between(const std::array<LatticeSide, BccLattice::neighbors>& side);

}  // namespace limber
