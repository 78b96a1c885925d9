#pragma once

// The surface of a fluid, part 2: a sparse grid of blocks, only where there is fluid. Many
// particles insert the same block concurrently; the hash table does not depend on the order of
// insertions [Shun14].

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/cell_grid.h"
#include "kernels/fluid/stretched_kernels.h"
#include "kernels/hd.h"
#include "kernels/mixed_bits.h"
#include "kernels/view.h"

namespace limber {

using BlockKey = unsigned long long;  ///< 0: none

/// Nodes, and cells, along an edge of a block, whose nodes fill 64 bits.
inline constexpr int block_side = 4;
inline constexpr int block_nodes = block_side * block_side * block_side;
/// Nodes per thread of SignNodes.
inline constexpr int nodes_per_row = 8;
inline constexpr int rows_per_block = block_nodes / nodes_per_row;

inline constexpr int key_bits = 20;  ///< for each axis
inline constexpr int key_middle = 1 << (key_bits - 1);

/// Whether a block has a unique key: within half a million blocks of the origin.
LIMBER_HD inline bool has_key(const glm::ivec3& block) {
  const auto in = [](int b) { return b > -key_middle && b < key_middle - 1; };
  return in(block.x) && in(block.y) && in(block.z);
}

LIMBER_HD inline BlockKey key_of(const glm::ivec3& block) {
  const auto part = [](int b) { return static_cast<BlockKey>(b + key_middle); };
  return BlockKey{1} << (3 * key_bits) | part(block.z) << (2 * key_bits) |
         part(block.y) << key_bits | part(block.x);
}

LIMBER_HD inline glm::ivec3 block_of(BlockKey key) {
  constexpr BlockKey mask = (BlockKey{1} << key_bits) - 1;
  return glm::ivec3(static_cast<int>(key & mask), static_cast<int>(key >> key_bits & mask),
                    static_cast<int>(key >> (2 * key_bits) & mask)) -
         key_middle;
}

/// Open addressing in which the greater of two keys gets the place that both want. So the layout
/// does not depend on the order of insertions.
struct BlockTable {
  View<BlockKey> keys;  ///< a power of two of them

  LIMBER_HD int start_of(BlockKey key) const {
    return static_cast<int>(mixed_64_bits(key) & static_cast<BlockKey>(keys.size - 1));
  }
  LIMBER_HD int after(int place) const { return (place + 1) & (keys.size - 1); }

  /// Inserts a key. False: there is no room for it, or for another key that it displaced.
  LIMBER_HD bool enter(BlockKey key) const {
    int place = start_of(key);
    for (int tried = 0; tried < keys.size;) {
      const BlockKey there = atomic_read(keys[place]);
      if (there == key) return true;
      if (there < key) {
        if (!atomic_replace(keys[place], there, key)) continue;
        if (there == 0) return true;
        key = there;
      }
      place = after(place);
      ++tried;
    }
    return false;
  }

  /// The place of a key; -1: not found. Only after all insertions.
  LIMBER_HD int find(BlockKey key) const {
    int place = start_of(key);
    for (int tried = 0; tried < keys.size; ++tried, place = after(place)) {
      if (keys[place] == key) return place;
      if (keys[place] < key) return -1;
    }
    return -1;
  }
};

/// Sizes of a surface, and what exceeded the capacity.
struct SurfaceCounts {
  int blocks = 0, vertices = 0, triangles = 0;  ///< required
  int blocks_left_out = 0;                      ///< lower bound
  int astray = 0;                               ///< particles that are not finite or too far away
  int rows = 0;                                 ///< of nodes, in the blocks: see SignNodes
};

struct ClearBlocks {
  View<BlockKey> keys;
  LIMBER_HD void operator()(int i) const { keys[i] = 0; }
};

struct ClearSurfaceCounts {
  View<SurfaceCounts> counts;
  LIMBER_HD void operator()(int) const { counts[0] = {}; }
};

/// Inserts all blocks with a cell within a kernel. One thread per kernel.
struct EnterBlocks {
  static constexpr int grain = 64;
  View<const StretchedKernel> kernels;
  BlockTable table;
  View<SurfaceCounts> counts;
  float cell_m;

  LIMBER_HD void operator()(int i) const {
    const StretchedKernel kernel = kernels[i];
    if (kernel.height == 0.0f) return;
    const glm::vec3 half_m = kernel.half_box_m();
    const glm::vec3 low_m = kernel.center_m - half_m - cell_m, high_m = kernel.center_m + half_m;
    const float block_m = cell_m * block_side;
    const glm::ivec3 low = cell_at(low_m, block_m), high = cell_at(high_m, block_m);
    const float sum_m = low_m.x + low_m.y + low_m.z;
    if (!(sum_m - sum_m == 0.0f) || !has_key(low - 1) || !has_key(high + 1)) {
      atomic_add(counts[0].astray, 1);
      return;
    }
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x)
          if (!table.enter(key_of({x, y, z}))) atomic_add(counts[0].blocks_left_out, 1);
  }
};

/// One thread per place of the table.
struct MarkBlocks {
  View<const BlockKey> keys;
  View<int> marks;
  LIMBER_HD void operator()(int i) const { marks[i] = keys[i] != 0 ? 1 : 0; }
};

/// Lists the blocks in the order of their places. One thread per place of the table.
struct ListBlocks {
  View<const BlockKey> keys;
  View<const int> sums;  ///< of the marks
  View<BlockKey> blocks;
  View<SurfaceCounts> counts;

  LIMBER_HD void operator()(int i) const {
    if (i == keys.size - 1) {
      SurfaceCounts& all = counts[0];
      all.blocks = sums[i];
      const int listed = all.blocks < blocks.size ? all.blocks : blocks.size;
      all.blocks_left_out += all.blocks - listed;
      all.rows = rows_per_block * listed;
    }
    const int number = sums[i] - 1;
    if (keys[i] != 0 && number < blocks.size) blocks[number] = keys[i];
  }
};

/// Looks up listed blocks.
struct ListedBlocks {
  BlockTable table;
  View<const int> sums;
  int listed;  ///< capacity of the list

  /// -1: not listed.
  LIMBER_HD int number_of(const glm::ivec3& block) const {
    const int place = table.find(key_of(block));
    if (place < 0) return -1;
    const int number = sums[place] - 1;
    return number < listed ? number : -1;
  }
};

}  // namespace limber
