#pragma once

// Random numbers that depend on their purpose and not on the order of use: integers, mixed by the
// finalizer of MurmurHash3 (A. Appleby).

#include <cstdint>

#include "kernels/hd.h"

namespace limber {

LIMBER_HD inline std::uint32_t mixed_bits(std::uint32_t bits) {
  bits = (bits ^ bits >> 16) * 0x85ebca6bu;
  bits = (bits ^ bits >> 13) * 0xc2b2ae35u;
  return bits ^ bits >> 16;
}

LIMBER_HD inline std::uint64_t mixed_64_bits(std::uint64_t bits) {
  bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccdull;
  bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53ull;
  return bits ^ bits >> 33;
}

/// In [0, 1).
LIMBER_HD inline float share_of_bits(std::uint32_t bits) {
  return static_cast<float>(bits >> 8) * 0x1p-24f;
}

/// A sequence of numbers in [0, 1) for one item in one step.
class RandomShares {
 public:
  LIMBER_HD RandomShares(std::uint32_t thing, std::uint32_t step)
      : seed_(mixed_bits(thing + mixed_bits(step + 0x9e3779b9u))) {}
  LIMBER_HD float next() { return share_of_bits(mixed_bits(seed_ += 0x9e3779b9u)); }

 private:
  std::uint32_t seed_;
};

}  // namespace limber
