#include "scenes/key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>

#include "sim/parameter.h"

namespace limber {

namespace {

std::string written(bool value) { return value ? "true" : "false"; }
std::string written(int value) { return fmt::format("{}", value); }
std::string written(float value) { return fmt::format("{}", value); }
std::string written(const std::string& value) { return fmt::format("\"{}\"", value); }
std::string written(const glm::vec2& v) { return fmt::format("[{}, {}]", v.x, v.y); }
std::string written(const glm::vec3& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }
std::string written(const glm::ivec3& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }
std::string written(const Direction& direction) { return written(direction.unit); }
std::string written(const Interval& i) { return fmt::format("[{}, {}]", i.low, i.high); }
std::string written(const std::map<std::string, float>& numbers) {
  std::string text;
  for (const auto& [name, number] : numbers)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, number);
  return "{" + text + "}";
}
template <std::size_t N>
std::string written(const std::array<double, N>& row) {
  return fmt::format("[{}]", fmt::join(row, ", "));
}

template <class T>
std::string written(const std::optional<T>& value) {
  return value ? written(*value) : "";
}

template <class T>
std::string written(const std::vector<T>& list) {
  std::string text;
  for (const T& value : list) text += (text.empty() ? "" : ", ") + written(value);
  return "[" + text + "]";
}

/// What a key of that type takes, beside its range.
std::string range(const Key&, const Direction&) { return "three numbers, not all 0"; }
std::string range(const Key& key, const glm::vec2&) {
  return fmt::format("two numbers, each {} to {}", key.low, key.high);
}
std::string range(const Key& key, const glm::ivec3&) {
  return fmt::format("three whole numbers, each {} to {}", key.low, key.high);
}
std::string range(const Key& key, const Interval&) {
  return fmt::format("[low, high], each {} to {}", key.low, key.high);
}
std::string range(const Key& key, const std::map<std::string, float>&) {
  return fmt::format("a table of numbers, each {} to {}", key.low, key.high);
}
std::string range(const Key&, const std::vector<glm::vec3>&) {
  return "a list of colours, each three numbers, 0 to 1";
}
std::string range(const Key& key, const std::vector<std::string>&) {
  return key.choices.empty() ? "a list of texts"
                             : fmt::format("a list of {}", fmt::join(key.choices, ", "));
}
template <std::size_t N>
std::string range(const Key& key, const std::vector<std::array<double, N>>&) {
  return fmt::format("a list of lists of {} numbers, each {} to {}", N, key.low, key.high);
}
/// The types that parameters have, too.
template <class T>
std::string range(const Key& key, const T& value) {
  T copy = value;
  return Parameter{.key = key.name,
                   .help = key.help,
                   .target = &copy,
                   .low = key.low,
                   .high = key.high,
                   .choices = key.choices}
      .range_text();
}
template <class T>
std::string range(const Key& key, const std::optional<T>&) {
  return range(key, T{});
}

}  // namespace

bool Only::holds() const { return std::ranges::find(values, *value) != values.end(); }

Key Key::from(double low_, double high_) const {
  Key key = *this;
  key.low = low_;
  key.high = high_;
  return key;
}

Key Key::one_of(std::vector<std::string> values) const {
  Key key = *this;
  key.choices = std::move(values);
  return key;
}

Key Key::only_for(Only condition) const {
  Key key = *this;
  key.only.push_back(std::move(condition));
  return key;
}

Key Key::or_else(std::string words) const {
  Key key = *this;
  key.default_in_words = std::move(words);
  return key;
}

bool Key::holds() const {
  return std::ranges::all_of(only, [](const Only& condition) { return condition.holds(); });
}

std::string Key::text() const {
  return std::visit([](const auto* value) { return written(*value); }, target);
}

std::string Key::range_text() const {
  return std::visit([&](const auto* value) { return range(*this, *value); }, target);
}

std::string keys_as_markdown(const std::vector<Key>& keys) {
  std::string text = "| Key | Default | Range | What it does |\n|---|---|---|---|\n";
  for (const Key& key : keys) {
    if (key.preset) key.preset();
    std::string value = key.default_in_words;
    if (value.empty()) value = "`" + key.text() + "`";
    std::string where;
    for (const Only& condition : key.only)
      where += fmt::format("{}{} {}", where.empty() ? "" : ", ", condition.key,
                           either(condition.values));
    text += fmt::format("| `{}` | {} | {} | {}{} |\n", key.name, value, key.range_text(),
                        where.empty() ? "" : "*" + where + ":* ", key.help);
  }
  return text;
}

std::string either(const std::vector<std::string>& words) {
  if (words.empty()) return "";
  std::string text = words.front();
  for (std::size_t i = 1; i < words.size(); ++i)
    text += (i + 1 < words.size() ? ", " : " or ") + words[i];
  return text;
}

}  // namespace limber
