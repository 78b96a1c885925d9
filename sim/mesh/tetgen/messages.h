#pragma once

#include <cstdint>

// The protocol between Limber and the program limber_tetgen, through pipes. Both run on the same
// machine, so numbers are in native byte order.

namespace limber {

/// Header of a request; the positions (three floats each) and the triangles (three uint32 each) of
/// a surface follow. Positions that no triangle uses lie inside, and become vertices too.
struct TetgenRequest {
  static constexpr std::uint64_t expected = 0x3251'6e65'4774'6554;  ///< "TetGenQ2"
  std::uint64_t magic = expected;
  std::uint32_t positions = 0;
  std::uint32_t triangles = 0;
  float radius_edge_ratio = 0.0f;  ///< 0: no limit
  float largest_volume_m3 = 0.0f;  ///< 0: no limit
};

/// Header of a reply; the positions, those of the surface first and in their order, and the
/// tetrahedra (four uint32 each), with corners in the order of TetraMesh, follow.
struct TetgenReply {
  static constexpr std::uint64_t expected = 0x3141'6e65'4774'6554;  ///< "TetGenA1"
  std::uint64_t magic = expected;
  std::uint32_t positions = 0;
  std::uint32_t tetrahedra = 0;
};

}  // namespace limber
