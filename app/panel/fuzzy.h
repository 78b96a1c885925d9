#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limber {

/// How well the letters of `query`, in their order, are found in `text`; none if they are not all
/// there. Letters side by side and at the start of words count more. Words of the query may come
/// in any order. Upper and lower case are the same.
std::optional<int> fuzzy_score(std::string_view query, std::string_view text);

/// Indices of the texts that match, best first; equally good ones keep their order.
std::vector<int> fuzzy_matches(std::string_view query, const std::vector<std::string>& texts);

}  // namespace limber
