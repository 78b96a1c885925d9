#pragma once

#include <random>

namespace limber {

/// Random numbers that are the same on every machine, unlike those of the standard library's
/// distributions.
class SeededRandom {
 public:
  explicit SeededRandom(unsigned seed) : bits_(seed) {}

  /// In [0, 1).
  float share() { return static_cast<float>(bits_() >> 8) * 0x1p-24f; }
  float between(float low, float high) { return low + (high - low) * share(); }
  /// In (-reach, reach), with a triangular distribution.
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
