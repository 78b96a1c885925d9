#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace limber {

/// Disjoint sets (union-find) of the numbers from 0.
class Joined {
 public:
  explicit Joined(std::size_t things) : lowest_(things), pieces_(things) {
    std::iota(lowest_.begin(), lowest_.end(), 0u);
  }
  void join(unsigned a, unsigned b) {
    a = root(a);
    b = root(b);
    if (a != b) --pieces_;
    lowest_[std::max(a, b)] = std::min(a, b);
  }
  /// The lowest number in the set of i.
  unsigned root(unsigned i) {
    while (lowest_[i] != i) i = lowest_[i] = lowest_[lowest_[i]];
    return i;
  }
  std::size_t pieces() const { return pieces_; }

 private:
  std::vector<unsigned> lowest_;
  std::size_t pieces_;
};

}  // namespace limber
