#pragma once

#include <random>

namespace limber {

/// Random numbers that are the same on every machine, which the distributions of the standard
/// library are not.
class SeededRandom {
 public:
  explicit SeededRandom(unsigned seed) : bits_(seed) {}

  /// From 0 to below 1.
  float share() { return static_cast<float>(bits_() >> 8) * 0x1p-24f; }
  float between(float low, float high) { return low + (high - low) * share(); }
  /// From -reach to reach, more often near 0.
  float around_zero(float reach) {
    const float first = share();
    return reach * (first - share());
  }
  /// From 0 to count - 1.
  int below(int count) { return static_cast<int>(share() * static_cast<float>(count)); }

 private:
  std::mt19937 bits_;
};

}  // namespace limber
