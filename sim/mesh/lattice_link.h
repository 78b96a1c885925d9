#pragma once

#include <array>
#include <cstdint>

#include "sim/mesh/bcc_lattice.h"

namespace limber {

/// Position of a lattice point relative to the surface.
enum class LatticeSide : std::uint8_t { inside, on_surface, outside };

/// Whether the tetrahedra that isosurface stuffing keeps around a point on the surface are one
/// piece with a manifold boundary at the point. `side`: of its neighbours, by direction.
bool is_manifold_between(const std::array<LatticeSide, BccLattice::neighbors>& side);

}  // namespace limber
