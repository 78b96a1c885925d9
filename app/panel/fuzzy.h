#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limber {

/// How well the letters of `query` match `text`, in order; empty if some are missing. Consecutive
/// letters and word starts score higher. The query's words may be in any order. Case-insensitive.
std::optional<int> fuzzy_score(std::string_view query, std::string_view text);

/// Indices of the matching texts, best first; ties keep their order.
std::vector<int> fuzzy_matches(std::string_view query, const std::vector<std::string>& texts);

}  // namespace limber
