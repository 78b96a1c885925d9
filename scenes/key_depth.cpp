#include "scenes/key_depth.h"

#include <algorithm>
#include <string>

namespace limber {

namespace {

/// Behind the string that begins there, with one quote or with three; where it does not end, behind
/// its line or the text.
std::size_t end_of_string(std::string_view toml, std::size_t begin) {
  const char quote = toml[begin];
  const std::string three(3, quote);
  const bool is_long = toml.substr(begin, 3) == three;
  std::size_t i = begin + (is_long ? 3 : 1);
  for (; i < toml.size(); ++i) {
    if (quote == '"' && toml[i] == '\\')
      ++i;
    else if (is_long && toml.substr(i, 3) == three) {
      i += 3;
      // The last two of five quotes belong to the text, and end no string.
      for (int more = 0; more < 2 && i < toml.size() && toml[i] == quote; ++more) ++i;
      return i;
    } else if (!is_long && (toml[i] == quote || toml[i] == '\n'))
      return i + 1;
  }
  return toml.size();
}

}  // namespace

std::optional<int> line_of_deeper_key(std::string_view toml, int max_parts) {
  int line = 1, parts = 1;
  bool in_key = true;
  for (std::size_t i = 0; i < toml.size();) {
    const char c = toml[i];
    std::size_t end = i + 1;
    if (c == '"' || c == '\'') end = end_of_string(toml, i);
    if (c == '#') end = std::min(toml.find('\n', i), toml.size());
    if (c == '=') in_key = false;
    const std::string_view passed = toml.substr(i, end - i);
    const bool is_new_line = passed.ends_with('\n');
    if (is_new_line || c == '[' || c == '{' || c == ',') {
      in_key = true;
      parts = 1;
    }
    if (in_key && c == '.' && ++parts > max_parts) return line;
    line += static_cast<int>(std::ranges::count(passed, '\n'));
    i = end;
  }
  return std::nullopt;
}

}  // namespace limber
