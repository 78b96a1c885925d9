#pragma once

#include <algorithm>
#include <cstdint>

namespace limber {

/// Key of an edge, the same for both directions.
inline std::uint64_t edge_key(unsigned a, unsigned b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b);
}

}  // namespace limber
