#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace limber {

/// An edge that two triangles share: (edge[0], edge[1], wing[0]) and (edge[1], edge[0], wing[1]).
struct Hinge {
  glm::ivec2 edge;
  glm::ivec2 wing;
};

struct SurfaceEdges {
  std::vector<glm::ivec2> edges;  ///< every edge once, in order of first appearance
  std::vector<Hinge> hinges;      ///< one for each edge with exactly two triangles
};

/// Edges of more than two triangles are edges, but bend nowhere. Triangles of a hinge that are
/// wound against each other are taken as if they were not.
SurfaceEdges edges_of(const std::vector<glm::uvec3>& triangles);

/// A side of a triangle: from its corner side % 3 to the next; the triangle is side / 3.
struct EdgeUse {
  std::uint64_t edge;  ///< its two vertices, in either direction
  int side;
};

/// The sides of all triangles; those at the same edge lie together, in the order of the triangles.
std::vector<EdgeUse> edge_uses(const std::vector<glm::uvec3>& triangles);

/// Calls visit(span of the sides at one edge) for each edge.
template <class Visit>
void each_edge(const std::vector<EdgeUse>& uses, Visit visit) {
  for (std::size_t first = 0, last = 0; first < uses.size(); first = last) {
    while (last < uses.size() && uses[last].edge == uses[first].edge) ++last;
    visit(std::span(uses).subspan(first, last - first));
  }
}

/// The vertices along the open edges, loop by loop, in the order in which triangles beyond these
/// edges would go around. No vertex may have more than two open edges.
std::vector<std::vector<unsigned>> open_loops(const std::vector<glm::uvec3>& triangles);

/// Compressed lists: the items of thing i are items[first[i]] to items[first[i + 1]].
struct Lists {
  std::vector<int> first;
  std::vector<int> items;
};

/// For each of `things` the elements that name it, in the order of the elements.
/// `names`: `per_element` things for each element, one element after the other.
Lists elements_at(int things, const std::vector<int>& names, int per_element);

/// A thing and those around it, ring after ring. neighbors: of each thing.
std::vector<int> within_rings(const Lists& neighbors, int center, int rings);

/// The triangles around each vertex.
Lists triangles_at_vertices(int vertices, const std::vector<glm::uvec3>& triangles);

}  // namespace limber
