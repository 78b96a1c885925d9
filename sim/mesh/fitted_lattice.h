#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "kernels/error.h"
#include "sim/mesh/bcc_lattice.h"
#include "sim/mesh/lattice_link.h"
#include "sim/mesh/lattice_mesher.h"

namespace limber {

/// A lattice whose points close to a surface have been snapped to it.
struct FittedLattice {
  /// Cuts of the surface through the edges of an inside point: the inside fraction of each edge; 0:
  /// not cut.
  using Cuts = std::array<float, BccLattice::neighbors>;

  BccLattice lattice;
  std::vector<LatticeSide> side;  ///< of the lattice points
  std::vector<int> extra;  ///< index into cuts (inside) or moved_m (on the surface); -1: none
  std::vector<Cuts> cuts;
  std::vector<glm::vec3> moved_m;
};

/// Fits a lattice to the solid inside both the surface and the box from low_m to high_m. Throws
/// Error(bad_input) if no point is inside, Cancelled when progress does. Reports progress from 0 to
/// 0.8.
FittedLattice fit_lattice(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                          const BccLattice& lattice, Progress& progress);

Error nothing_inside(const BccLattice& lattice);

}  // namespace limber
