#pragma once

#include <glm/glm.hpp>
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

/// Compressed lists: the items of thing i are items[first[i]] to items[first[i + 1]].
struct Lists {
  std::vector<int> first;
  std::vector<int> items;
};

/// For each of `things` the elements that name it, in the order of the elements.
/// `names`: `per_element` things for each element, one element after the other.
Lists elements_at(int things, const std::vector<int>& names, int per_element);

/// The triangles around each vertex.
Lists triangles_at_vertices(int vertices, const std::vector<glm::uvec3>& triangles);

}  // namespace limber
