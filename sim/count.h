#pragma once

namespace limber {

/// The size as an int, as kernels and views count.
int count(const auto& things) { return static_cast<int>(things.size()); }

}  // namespace limber
