#pragma once

#include <cstddef>

namespace limber {

/// hold() maps host memory of at least so many bytes as pages of zeros, which the system provides
/// when they are first used: large lists that stay short neither take memory nor time to clear.
inline constexpr std::size_t min_zero_pages_bytes = std::size_t{1} << 20;

}  // namespace limber
