#pragma once

// Layout of lists of a fluid's particles.

#include "kernels/exec.h"
#include "kernels/hd.h"

namespace limber {

/// Where a list of each particle is in memory. On the GPU, lists of the particles of a warp are
/// interleaved, so that its threads read next to each other.
struct ListPlaces {
  /// Entries of a list; a cubic lattice of particles has 26 within the support.
  static constexpr int capacity = 64;
  int lanes_log2;  ///< of the interleaved lists

  static ListPlaces of(Memory memory) { return {memory == Memory::device ? 5 : 0}; }
  /// The length of a buffer for so many lists.
  static int size(int lists) { return (lists + 31) / 32 * 32 * capacity; }
  LIMBER_HD int at(int list, int entry) const {
    const int lane = list & ((1 << lanes_log2) - 1);
    return (list - lane) * capacity + (entry << lanes_log2) + lane;
  }
};

}  // namespace limber
