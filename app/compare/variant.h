#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/solver.h"
#include "sim/parameter.h"

namespace limber {

/// What a run of a scene differs by from the one that it stands beside: its backend, and values of
/// parameters.
struct Variant {
  std::optional<Solver> solver;       ///< none: that of the other run
  std::vector<std::string> values{};  ///< "key=value" texts

  bool operator==(const Variant&) const = default;
};

/// Takes "cuda", "method=xpbd" and "cuda+method=xpbd+iterations=8". Throws Error(usage).
Variant parse_variant(const std::string& text);
std::string text_of(const Variant& variant);

/// Gives these parameters a variant's values, and returns their places. Throws as set_parameters()
/// does.
std::vector<std::size_t> set_values(std::span<const Parameter> parameters, const Variant& variant);

}  // namespace limber
