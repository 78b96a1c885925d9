#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace limber {

/// An edge shared by two triangles: (edge[0], edge[1], wing[0]) and (edge[1], edge[0], wing[1]).
struct Hinge {
  glm::ivec2 edge;
  glm::ivec2 wing;
};

struct SurfaceEdges {
  std::vector<glm::ivec2> edges;  ///< every edge once, in order of first appearance
  std::vector<Hinge> hinges;      ///< one for each edge with exactly two triangles
};

/// Edges of more than two triangles are in `edges`, but make no hinge. Opposite windings of the
/// two triangles of a hinge are ignored.
SurfaceEdges edges_of(const std::vector<glm::uvec3>& triangles);

/// A half-edge: from corner side % 3 of triangle side / 3 to the next corner.
struct EdgeUse {
  std::uint64_t edge;  ///< key of its two vertices, the same for both directions
  int side;
};

/// The sides of all triangles, sorted by edge, then by triangle.
std::vector<EdgeUse> edge_uses(const std::vector<glm::uvec3>& triangles);

/// Calls visit(span of its sides) for each edge.
template <class Visit>
void each_edge(const std::vector<EdgeUse>& uses, Visit visit) {
  for (std::size_t first = 0, last = 0; first < uses.size(); first = last) {
    while (last < uses.size() && uses[last].edge == uses[first].edge) ++last;
    visit(std::span(uses).subspan(first, last - first));
  }
}

/// The loops of vertices along open edges, in the winding order of triangles that would close them.
/// No vertex may have more than two open edges.
std::vector<std::vector<unsigned>> open_loops(const std::vector<glm::uvec3>& triangles);

/// Lists in compressed form (CSR): those of thing i are items[first[i]] to items[first[i + 1]].
struct Lists {
  std::vector<int> first;
  std::vector<int> items;
};

/// For each of `things`, the elements that use it, in ascending order. `names`: the `per_element`
/// things of each element.
Lists elements_at(int things, const std::vector<int>& names, int per_element);

/// A thing and the neighbours within `rings` rings of it, ring by ring.
std::vector<int> within_rings(const Lists& neighbors, int center, int rings);

/// The triangles around each vertex.
Lists triangles_at_vertices(int vertices, const std::vector<glm::uvec3>& triangles);

}  // namespace limber
