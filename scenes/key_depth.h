#pragma once

#include <optional>
#include <string_view>

namespace limber {

/// The line, from 1, of the first key or header of a TOML text that has more parts with dots
/// between them than that. The parser goes as deep as keys do, until its stack ends.
std::optional<int> line_of_deeper_key(std::string_view toml, int max_parts);

}  // namespace limber
