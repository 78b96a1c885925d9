#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "kernels/error.h"
#include "sim/mesh/bcc_lattice.h"
#include "sim/mesh/lattice_link.h"
#include "sim/mesh/lattice_mesher.h"

namespace limber {

/// A lattice whose points have been moved onto a surface where it passes them closely.
struct FittedLattice {
  /// Where the surface crosses the edges of an inside point: the share of each edge on the inside,
  /// 0 where it does not cross.
  using Cuts = std::array<float, BccLattice::neighbors>;

  BccLattice lattice;
  std::vector<LatticeSide> side;  ///< of the lattice points
  std::vector<int> extra;  ///< into cuts for inside points, moved_m for those on it; -1: nothing
  std::vector<Cuts> cuts;
  std::vector<glm::vec3> moved_m;
};

/// The solid inside of the surface and of the box from low_m to high_m. Throws Error(bad_input)
/// where no point is inside, Cancelled when progress does, which goes from 0 to 0.8.
FittedLattice fit_lattice(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                          const BccLattice& lattice, Progress& progress);

Error nothing_inside(const BccLattice& lattice);

}  // namespace limber
