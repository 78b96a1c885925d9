#pragma once

#include <cstdint>

// What Limber and the program limber_tetgen say to each other through pipes. Both run on one
// machine, so numbers are in its own byte order.

namespace limber {

/// Stands before the positions (three floats each) and the triangles (three uint32 each) of a
/// surface. Positions that no triangle names lie inside, and become vertices too.
struct TetgenQuestion {
  static constexpr std::uint64_t expected = 0x3251'6e65'4774'6554;  ///< "TetGenQ2"
  std::uint64_t magic = expected;
  std::uint32_t positions = 0;
  std::uint32_t triangles = 0;
  float radius_edge_ratio = 0.0f;  ///< 0: no limit
  float largest_volume_m3 = 0.0f;  ///< 0: no limit
};

/// Stands before the positions, those of the surface first and in their order, and the tetrahedra
/// (four uint32 each), their corners in the order that TetraMesh wants.
struct TetgenAnswer {
  static constexpr std::uint64_t expected = 0x3141'6e65'4774'6554;  ///< "TetGenA1"
  std::uint64_t magic = expected;
  std::uint32_t positions = 0;
  std::uint32_t tetrahedra = 0;
};

}  // namespace limber
