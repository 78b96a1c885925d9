// At a vertex of a manifold boundary, the solid covers one region of the vertex's link (the
// triangles opposite to it), bounded by a single closed curve.

#include "sim/mesh/lattice_link.h"

#include <algorithm>
#include <utility>

namespace limber {

namespace {

/// The triangles of the link of a lattice point, as directions.
struct Link {
  std::array<std::array<int, 3>, 24> triangles;

  Link() {
    int found = 0;
    for (int a = 0; a < BccLattice::neighbors; ++a)
      for (int b = a + 1; b < BccLattice::neighbors; ++b)
        for (int c = b + 1; c < BccLattice::neighbors; ++c)
          if (adjacent(a, b) && adjacent(b, c) && adjacent(c, a)) triangles[found++] = {a, b, c};
  }
  static bool adjacent(int a, int b) {
    const glm::ivec3 d = BccLattice::direction(a) - BccLattice::direction(b);
    const int squared = d.x * d.x + d.y * d.y + d.z * d.z;
    return squared == 3 || squared == 4;
  }
};

}  // namespace

bool is_manifold_between(const std::array<LatticeSide, BccLattice::neighbors>& side) {
  static const Link link;
  // Nodes of the curve: a neighbour k on the surface, or a cut between neighbours a and b.
  const auto cut = [](int a, int b) {
    return BccLattice::neighbors + BccLattice::neighbors * std::min(a, b) + std::max(a, b);
  };
  constexpr int nodes = BccLattice::neighbors * (BccLattice::neighbors + 1);
  std::array<std::array<int, 2>, nodes> next;
  std::array<std::uint8_t, nodes> degree{};
  int segments = 0, start = -1;
  bool simple = true;
  const auto join = [&](int a, int b) {
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
      if (degree[from] == 2) simple = false;
      if (simple) next[from][degree[from]++] = to;
    }
    start = a;
    ++segments;
  };
  // Of edges on the surface.
  std::array<std::array<int, BccLattice::neighbors>, BccLattice::neighbors> kept_at{};
  for (const auto& triangle : link.triangles) {
    std::array<int, 3> in{}, on{}, out{};
    int ins = 0, ons = 0, outs = 0;
    for (int k : triangle) {
      if (side[k] == LatticeSide::inside) in[ins++] = k;
      if (side[k] == LatticeSide::on_surface) on[ons++] = k;
      if (side[k] == LatticeSide::outside) out[outs++] = k;
    }
    if (ins == 0) continue;
    if (ins == 1 && outs == 2) join(cut(in[0], out[0]), cut(in[0], out[1]));
    if (ins == 1 && outs == 1) join(cut(in[0], out[0]), on[0]);
    if (ins == 2 && outs == 1) join(cut(in[0], out[0]), cut(in[1], out[0]));
    if (ons == 2) ++kept_at[on[0]][on[1]];
  }
  for (int a = 0; a < BccLattice::neighbors; ++a)
    for (int b = a + 1; b < BccLattice::neighbors; ++b)
      if (kept_at[a][b] == 1) join(a, b);
  if (segments == 0 || !simple) return simple;
  int length = 0, before = -1, at = start;
  do {
    if (degree[at] != 2) return false;
    const int after = next[at][next[at][0] == before ? 1 : 0];
    before = at;
    at = after;
    ++length;
  } while (at != start && length <= segments);
  return length == segments;
}

}  // namespace limber
