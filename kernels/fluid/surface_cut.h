#pragma once

// The surface of a fluid, part 3: marching cubes [Lorensen87] in three passes: count, prefix sum,
// write. A block has 64 bits for its nodes inside the fluid; these alone determine the topology, so
// that neighbours agree and the surface is closed.

#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/cell_rows.h"
#include "kernels/fluid/surface_blocks.h"
#include "kernels/hd.h"
#include "kernels/lowest_bit.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

using NodeBits = unsigned long long;  ///< of a block: bit x + 4 y + 16 z
static_assert(block_nodes == 64);

/// The triangles of a cell with some corners in the fluid. An edge is 8 * axis + its lower corner;
/// corners are numbered by one bit per axis.
struct CubeCase {
  std::int8_t triangles;
  std::int8_t edges[15];
};
static_assert(sizeof(CubeCase) == 16);

/// The field of a fluid's kernels, which are sorted by cells as wide as a block.
struct SurfaceField {
  CellRows rows;
  View<const int> first;
  View<const StretchedKernel> kernels;
  float cell_m;  ///< block_side cells are one block

  LIMBER_HD glm::vec3 node_m(const glm::ivec3& block, int node) const {
    const glm::ivec3 at = block * block_side + glm::ivec3(node & 3, node >> 2 & 3, node >> 4);
    return glm::vec3(at) * cell_m;
  }

  /// Calls visit(kernel) for all kernels that overlap a block, and some more, nearest cells first,
  /// in the same order for all nodes of the block. Stops early when enough() is true.
  template <class Visit, class Enough>
  LIMBER_HD void visit_near(const glm::ivec3& block, const Visit& visit,
                            const Enough& enough) const {
    for (int turn = 4; turn < 13 && !enough(); ++turn) {
      int begin, end, next_begin, next_end;
      cells_of_row(rows, first, block, turn % 9, begin, end, next_begin, next_end);
      for (int k = begin; k < end; ++k) visit(kernels[k]);
      for (int k = next_begin; k < next_end; ++k) visit(kernels[k]);
    }
  }

  LIMBER_HD float value(const glm::ivec3& block, const glm::vec3& x) const {
    float sum = 0.0f;
    visit_near(
        block, [&](const StretchedKernel& kernel) { sum += kernel.value(x); },
        [] { return false; });
    return sum;
  }
};

/// The topology of a block.
struct CutBlock {
  NodeBits inside;      ///< nodes
  NodeBits crossed[3];  ///< nodes whose edge along an axis crosses the level

  LIMBER_HD int vertices() const {
    return bits_set(crossed[0]) + bits_set(crossed[1]) + bits_set(crossed[2]);
  }
  /// Number of vertices before the one on a node's edge.
  LIMBER_HD int vertices_before(int axis, int node) const {
    int before = bits_set(crossed[axis] & ((NodeBits{1} << node) - 1));
    for (int a = 0; a < axis; ++a) before += bits_set(crossed[a]);
    return before;
  }
};

/// The neighbour blocks, with one bit per axis for an offset of 1; -1: none. The first is the block
/// itself.
struct NextBlocks {
  int numbers[8];
};

/// Finds the nodes inside the fluid. One thread per row of eight nodes of a listed block.
struct SignNodes {
  static constexpr int grain = 16;
  View<const BlockKey> blocks;
  SurfaceField field;
  float level;
  View<std::uint8_t> inside;  ///< eight bytes per block

  LIMBER_HD void operator()(int row) const {
    const glm::ivec3 block = block_of(blocks[row / rows_per_block]);
    const int first_node = row % rows_per_block * nodes_per_row;
    float values[nodes_per_row] = {};
    field.visit_near(
        block,
        [&](const StretchedKernel& kernel) {
          for (int k = 0; k < nodes_per_row; ++k)
            values[k] += kernel.value(field.node_m(block, first_node + k));
        },
        // Kernels are never negative, so the sums only grow.
        [&] {
          float least = values[0];
          for (const float value : values) least = glm::min(least, value);
          return least >= level;
        });
    unsigned bits = 0;
    for (int k = 0; k < nodes_per_row; ++k) bits |= values[k] >= level ? 1u << k : 0u;
    inside[row] = static_cast<std::uint8_t>(bits);
  }
};

/// Bits of the nodes one further along an axis; the last ones are from the next block.
template <int axis>
LIMBER_HD NodeBits shifted(NodeBits own, NodeBits next) {
  constexpr int by = 1 << (2 * axis);
  constexpr NodeBits last = axis == 0   ? 0x8888888888888888ull
                            : axis == 1 ? 0xf000f000f000f000ull
                                        : 0xffff000000000000ull;
  return (own >> by & ~last) | (next << 3 * by & last);
}

/// For each corner: the cells of a block, by their lowest node, that have it inside the fluid.
struct CellCorners {
  NodeBits inside[8];

  LIMBER_HD CellCorners(View<const CutBlock> blocks, const NextBlocks& next) {
    NodeBits of_block[8];
    for (int k = 0; k < 8; ++k)
      of_block[k] = next.numbers[k] < 0 ? 0 : blocks[next.numbers[k]].inside;
    for (int corner = 0; corner < 8; ++corner) {
      NodeBits along_x[4], along_y[2];
      for (int k = 0; k < 4; ++k)
        along_x[k] =
            corner & 1 ? shifted<0>(of_block[2 * k], of_block[2 * k + 1]) : of_block[2 * k];
      for (int k = 0; k < 2; ++k)
        along_y[k] = corner & 2 ? shifted<1>(along_x[2 * k], along_x[2 * k + 1]) : along_x[2 * k];
      inside[corner] = corner & 4 ? shifted<2>(along_y[0], along_y[1]) : along_y[0];
    }
  }
  /// The cells with some corners inside, but not all.
  LIMBER_HD NodeBits cut() const {
    NodeBits some = 0, all = ~NodeBits{0};
    for (const NodeBits corner : inside) {
      some |= corner;
      all &= corner;
    }
    return some & ~all;
  }
  LIMBER_HD int case_of(int cell) const {
    int bits = 0;
    for (int corner = 0; corner < 8; ++corner)
      bits |= static_cast<int>(inside[corner] >> cell & 1) << corner;
    return bits;
  }
};

/// Finds the neighbours of blocks, and gathers their bits. One thread per listed block.
struct LinkBlocks {
  View<const BlockKey> blocks;
  ListedBlocks listed;
  View<const std::uint8_t> inside;  ///< of SignNodes
  View<NextBlocks> next;
  View<CutBlock> cut;

  LIMBER_HD void operator()(int b) const {
    const glm::ivec3 block = block_of(blocks[b]);
    NodeBits bits = 0;
    for (int k = 0; k < rows_per_block; ++k)
      bits |= static_cast<NodeBits>(inside[rows_per_block * b + k]) << (nodes_per_row * k);
    cut[b].inside = bits;
    next[b].numbers[0] = b;
    for (int k = 1; k < 8; ++k)
      next[b].numbers[k] = listed.number_of(block + glm::ivec3(k & 1, k >> 1 & 1, k >> 2));
  }
};

/// Counts vertices and triangles of blocks. One thread per block of the list's capacity.
struct CountCut {
  View<const SurfaceCounts> counts;
  View<const NextBlocks> next;
  View<const CubeCase> cases;
  View<CutBlock> cut;
  View<int> vertices, triangles;

  LIMBER_HD void operator()(int b) const {
    vertices[b] = triangles[b] = 0;
    if (b >= counts[0].blocks) return;
    const CellCorners corners(cut, next[b]);
    for (int axis = 0; axis < 3; ++axis)
      cut[b].crossed[axis] = corners.inside[0] ^ corners.inside[1 << axis];
    vertices[b] = cut[b].vertices();
    int sum = 0;
    for (NodeBits left = corners.cut(); left != 0; left &= left - 1)
      sum += cases[corners.case_of(lowest_bit(left))].triangles;
    triangles[b] = sum;
  }
};

/// One element.
struct TotalSurface {
  View<const int> vertex_sums, triangle_sums;
  View<SurfaceCounts> counts;

  LIMBER_HD void operator()(int) const {
    counts[0].vertices = vertex_sums[vertex_sums.size - 1];
    counts[0].triangles = triangle_sums[triangle_sums.size - 1];
  }
};

/// Writes each vertex's edge: 192 * block + 64 * axis + node. One thread per listed block.
struct ListCutEdges {
  View<const CutBlock> cut;
  View<const int> vertex_sums;
  View<int> edges;

  LIMBER_HD void operator()(int b) const {
    const CutBlock block = cut[b];
    int vertex = vertex_sums[b] - block.vertices();
    for (int axis = 0; axis < 3; ++axis)
      for (NodeBits left = block.crossed[axis]; left != 0; left &= left - 1, ++vertex)
        if (vertex < edges.size) edges[vertex] = (3 * b + axis) * block_nodes + lowest_bit(left);
  }
};

/// Places vertices on the isosurface. One thread per vertex.
struct PlaceOnSurface {
  static constexpr int grain = 16;
  View<const int> edges;  ///< of ListCutEdges
  View<const BlockKey> blocks;
  SurfaceField field;
  float level;
  View<PublishedVertex> vertices;

  /// The cube root of a kernel is a parabola along a line, and nearly linear where kernels overlap.
  LIMBER_HD static float root_of(float value) { return std::cbrt(value); }

  LIMBER_HD void operator()(int v) const {
    const int node = edges[v] % block_nodes, axis = edges[v] / block_nodes % 3;
    const glm::ivec3 block = block_of(blocks[edges[v] / (3 * block_nodes)]);
    glm::ivec3 on(0);
    on[axis] = 1;
    const glm::vec3 from_m = field.node_m(block, node);
    const glm::vec3 to_m = from_m + glm::vec3(on) * field.cell_m;
    const bool is_last = (node >> 2 * axis & 3) == block_side - 1;
    const float from = root_of(field.value(block, from_m));
    const float to = root_of(field.value(is_last ? block + on : block, to_m));
    // Linear interpolation, then one Newton step.
    constexpr float least = 0.002f;  // so that no two vertices coincide
    const float wanted = root_of(level);
    float share = glm::clamp((from - wanted) / (from - to), least, 1.0f - least);
    glm::vec3 x = glm::mix(from_m, to_m, share);
    float value = 0.0f;
    glm::vec3 gradient_per_m(0.0f);
    field.visit_near(
        block,
        [&](const StretchedKernel& kernel) {
          value += kernel.value(x);
          gradient_per_m += kernel.gradient_per_m(x);
        },
        [] { return false; });
    const float root = root_of(value);
    const float rise = gradient_per_m[axis] * field.cell_m / (3.0f * root * root);
    const float better = share + (wanted - root) / rise;
    if (better > least && better < 1.0f - least) share = better;
    x = glm::mix(from_m, to_m, share);
    const float steep = glm::dot(gradient_per_m, gradient_per_m);
    const glm::vec3 normal = steep > 0.0f ? -gradient_per_m / glm::sqrt(steep) : glm::vec3(0, 1, 0);
    vertices[v] = {x, 0.0f, normal, 0.0f};
  }
};

/// One thread per listed block.
struct WriteTriangles {
  View<const CutBlock> cut;
  View<const NextBlocks> next;
  View<const CubeCase> cases;
  View<const int> vertex_sums, triangle_sums, triangle_counts;
  int vertices;  ///< capacity
  View<glm::uvec3> triangles;

  LIMBER_HD unsigned vertex_on(const NextBlocks& blocks, int cell, int edge) const {
    const int corner = edge & 7, axis = edge >> 3;
    int which = 0, node = 0;
    for (int a = 0; a < 3; ++a) {
      const int at = (cell >> 2 * a & 3) + (corner >> a & 1);
      which |= at / block_side << a;
      node |= at % block_side << 2 * a;
    }
    const int b = blocks.numbers[which];
    if (b < 0) return ~0u;
    const CutBlock& block = cut[b];
    return static_cast<unsigned>(vertex_sums[b] - block.vertices() +
                                 block.vertices_before(axis, node));
  }

  LIMBER_HD void operator()(int b) const {
    if (triangle_counts[b] == 0) return;
    const NextBlocks blocks = next[b];
    const CellCorners corners(cut, blocks);
    int triangle = triangle_sums[b] - triangle_counts[b];
    for (NodeBits left = corners.cut(); left != 0; left &= left - 1) {
      const int cell = lowest_bit(left);
      const CubeCase& cell_case = cases[corners.case_of(cell)];
      for (int t = 0; t < cell_case.triangles; ++t, ++triangle) {
        if (triangle >= triangles.size) return;
        glm::uvec3 numbers;
        for (int k = 0; k < 3; ++k)
          numbers[k] = vertex_on(blocks, cell, cell_case.edges[3 * t + k]);
        // Degenerate if a vertex exceeds the capacity.
        const unsigned largest = glm::max(numbers.x, glm::max(numbers.y, numbers.z));
        triangles[triangle] = largest < static_cast<unsigned>(vertices) ? numbers : glm::uvec3(0);
      }
    }
  }
};

}  // namespace limber
