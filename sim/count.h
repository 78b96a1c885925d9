#pragma once

namespace limber {

/// How many things there are, as kernels and their views count: in an int.
int count(const auto& things) { return static_cast<int>(things.size()); }

}  // namespace limber
