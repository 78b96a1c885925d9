#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/error.h"

namespace limber {

/// Throws Error(diverged) unless `found` equals `expected` within `tolerance` times its largest
/// magnitude: fast but wrong results must not get into a table.
inline void expect_same(const std::vector<float>& expected, const std::vector<float>& found,
                        float tolerance, std::string_view who) {
  float largest = 0.0f;
  for (const float value : expected) largest = std::max(largest, std::abs(value));
  bool same = expected.size() == found.size();
  for (std::size_t i = 0; same && i < expected.size(); ++i)
    same = std::abs(found[i] - expected[i]) <= tolerance * largest;  // false for NaN
  if (!same) throw Error(ExitCode::diverged, std::string(who) + " gives a wrong result");
}

}  // namespace limber
