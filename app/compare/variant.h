#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/backend.h"
#include "sim/parameter.h"

namespace limber {

/// How a run differs from the one it is compared with: its backend and parameter values.
struct Variant {
  std::optional<Backend> backend;     ///< empty: the other run's backend
  std::vector<std::string> values{};  ///< "key=value" texts

  bool operator==(const Variant&) const = default;
};

/// Takes "cuda", "method=xpbd" and "cuda+method=xpbd+iterations=8". Throws Error(usage).
Variant parse_variant(const std::string& text);
std::string text_of(const Variant& variant);

/// Applies a variant's values to the parameters and returns the indices of those set. Throws as
/// set_parameters() does.
std::vector<std::size_t> set_values(std::span<const Parameter> parameters, const Variant& variant);

}  // namespace limber
