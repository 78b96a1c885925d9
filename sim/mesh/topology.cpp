#include "sim/mesh/topology.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>

#include "sim/mesh/edge_key.h"

namespace limber {

SurfaceEdges edges_of(const std::vector<glm::uvec3>& triangles) {
  struct Found {
    int edge;
    int wings = 0;
    glm::ivec2 wing{-1};
  };
  std::unordered_map<std::uint64_t, int> index_of;
  std::vector<Found> found;
  SurfaceEdges result;
  index_of.reserve(triangles.size() * 2);
  for (const glm::uvec3& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      const int a = static_cast<int>(t[k]);
      const int b = static_cast<int>(t[(k + 1) % 3]);
      const auto [it, is_new] =
          index_of.try_emplace(edge_key(t[k], t[(k + 1) % 3]), static_cast<int>(found.size()));
      if (is_new) {
        found.push_back({static_cast<int>(result.edges.size())});
        result.edges.emplace_back(a, b);
      }
      Found& f = found[it->second];
      if (f.wings < 2) f.wing[f.wings] = static_cast<int>(t[(k + 2) % 3]);
      ++f.wings;
    }
  }
  for (const Found& f : found)
    if (f.wings == 2 && f.wing[0] != f.wing[1])
      result.hinges.push_back({result.edges[f.edge], f.wing});
  return result;
}

std::vector<EdgeUse> edge_uses(const std::vector<glm::uvec3>& triangles) {
  std::vector<EdgeUse> uses;
  uses.reserve(3 * triangles.size());
  for (const glm::uvec3& t : triangles)
    for (int k = 0; k < 3; ++k)
      uses.push_back({edge_key(t[k], t[(k + 1) % 3]), static_cast<int>(uses.size())});
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return std::tie(a.edge, a.side) < std::tie(b.edge, b.side);
  });
  return uses;
}

std::vector<std::vector<unsigned>> open_loops(const std::vector<glm::uvec3>& triangles) {
  std::map<unsigned, unsigned> next;
  each_edge(edge_uses(triangles), [&](std::span<const EdgeUse> uses) {
    if (uses.size() != 1) return;
    const glm::uvec3& t = triangles[uses[0].side / 3];
    next[t[(uses[0].side + 1) % 3]] = t[uses[0].side % 3];
  });
  std::vector<std::vector<unsigned>> loops;
  while (!next.empty()) {
    std::vector<unsigned>& loop = loops.emplace_back();
    for (auto at = next.begin(); at != next.end();) {
      loop.push_back(at->first);
      const unsigned to = at->second;
      next.erase(at);
      at = next.find(to);  // not found at the start of the loop
    }
  }
  return loops;
}

Lists elements_at(int things, const std::vector<int>& names, int per_element) {
  Lists lists;
  lists.first.assign(things + 1, 0);
  for (int name : names) ++lists.first[name + 1];
  for (int i = 0; i < things; ++i) lists.first[i + 1] += lists.first[i];
  lists.items.resize(names.size());
  std::vector<int> next(lists.first.begin(), lists.first.end() - 1);
  for (std::size_t i = 0; i < names.size(); ++i)
    lists.items[next[names[i]]++] = static_cast<int>(i) / per_element;
  return lists;
}

std::vector<int> within_rings(const Lists& neighbors, int center, int rings) {
  std::vector<int> found{center};
  std::size_t ring_begin = 0;
  for (int ring = 0; ring < rings; ++ring) {
    const std::size_t ring_end = found.size();
    for (; ring_begin < ring_end; ++ring_begin) {
      const int v = found[ring_begin];
      for (int k = neighbors.first[v]; k < neighbors.first[v + 1]; ++k)
        if (std::find(found.begin(), found.end(), neighbors.items[k]) == found.end())
          found.push_back(neighbors.items[k]);
    }
  }
  return found;
}

Lists triangles_at_vertices(int vertices, const std::vector<glm::uvec3>& triangles) {
  std::vector<int> corners;
  corners.reserve(triangles.size() * 3);
  for (const glm::uvec3& t : triangles)
    corners.insert(corners.end(), {int(t.x), int(t.y), int(t.z)});
  return elements_at(vertices, corners, 3);
}

}  // namespace limber
