#pragma once

// Layout of lists of a fluid's particles.

#include "kernels/hd.h"

namespace limber {

struct ListPlaces {
  /// Entries of a list; a cubic lattice of particles has 26 within the support.
  static constexpr int capacity = 64;
  static constexpr int lanes = 32;

  /// The length of a buffer for so many lists.
  static int size(int lists) { return (lists + lanes - 1) / lanes * lanes * capacity; }
  LIMBER_HD static int at(int list, int entry) {
#ifdef __CUDA_ARCH__
    return interleaved(list, entry);
#else
    return list * capacity + entry;
#endif
  }
  /// Lists of the particles of a warp are interleaved, so that its threads read next to each other.
  LIMBER_HD static int interleaved(int list, int entry) {
    const int lane = list % lanes;
    return (list - lane) * capacity + entry * lanes + lane;
  }
};

}  // namespace limber
