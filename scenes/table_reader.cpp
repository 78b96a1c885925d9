#include "scenes/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/error.h"

namespace limber {

namespace {
const toml::table empty_table;

/// Values of float are written with the digits of float: 0.2, not 0.20000000298.
std::string text_of(double value) {
  const float narrow = static_cast<float>(value);
  return std::abs(value) < 1e6 && static_cast<double>(narrow) == value ? fmt::format("{}", narrow)
                                                                       : fmt::format("{}", value);
}
}  // namespace

TableReader::TableReader(const toml::table& table, std::string file, std::string name)
    : table_(table), file_(std::move(file)), name_(std::move(name)) {}

void TableReader::fail(std::string_view key, const std::string& what) const {
  const toml::node* node = table_.get(key);
  const auto line = node ? node->source().begin.line : table_.source().begin.line;
  throw TableError(ExitCode::bad_input, fmt::format("{}:{}: {}{}{} {}", file_, line, name_,
                                                    name_.empty() ? "" : ".", key, what));
}

std::string TableReader::place() const {
  return fmt::format("{}:{}", file_, table_.source().begin.line);
}

const toml::node* TableReader::find(std::string_view key) {
  asked_.emplace(key);
  return table_.get(key);
}

std::string TableReader::text(std::string_view key, std::string_view fallback) {
  const toml::node* node = find(key);
  if (!node) return std::string(fallback);
  if (!node->is_string()) fail(key, "must be a text in quotes");
  return node->as_string()->get();
}

double TableReader::number(std::string_view key, double fallback, double low, double high) {
  const toml::node* node = find(key);
  if (!node) return fallback;
  const auto value = node->value<double>();
  if (!value || !node->is_number()) fail(key, "must be a number");
  check_range(key, *value, low, high);
  return *value;
}

void TableReader::check_range(std::string_view key, double value, double low, double high) const {
  if (!(value >= low && value <= high))
    fail(key, fmt::format("is {}, but must lie from {} to {}", text_of(value), text_of(low),
                          text_of(high)));
}

std::vector<double> TableReader::numbers(const toml::node& node, std::string_view key,
                                         std::size_t count, double low, double high) const {
  const toml::array* array = node.as_array();
  if (!array || array->size() != count)
    fail(key, fmt::format("must be a list of {} numbers", count));
  std::vector<double> values;
  for (const toml::node& element : *array) {
    const auto value = element.value<double>();
    if (!value || !element.is_number())
      fail(key, fmt::format("must be a list of {} numbers", count));
    if (!(*value >= low && *value <= high))
      fail(key, fmt::format("holds {}, but must lie from {} to {}", *value, low, high));
    values.push_back(*value);
  }
  return values;
}

TableReader TableReader::table(std::string_view key) {
  const toml::node* node = find(key);
  if (node && !node->is_table()) fail(key, "must be a table");
  return {node ? *node->as_table() : empty_table, file_, std::string(key)};
}

std::vector<TableReader> TableReader::tables(std::string_view key) {
  std::vector<TableReader> result;
  const toml::node* node = find(key);
  if (!node) return result;
  if (!node->is_array_of_tables()) fail(key, fmt::format("must be written as [[{}]]", key));
  for (const toml::node& element : *node->as_array())
    result.emplace_back(*element.as_table(), file_, std::string(key));
  return result;
}

void TableReader::take(const Key& key, bool& value) {
  const toml::node* node = find(key.name);
  if (!node) return;
  if (!node->is_boolean()) fail(key.name, "must be true or false");
  value = node->as_boolean()->get();
}

void TableReader::take(const Key& key, int& value) {
  const double given = number(key.name, value, key.low, key.high);
  if (given != std::floor(given)) fail(key.name, fmt::format("is {}, but must be whole", given));
  value = static_cast<int>(given);
}

void TableReader::take(const Key& key, float& value) {
  value = static_cast<float>(number(key.name, value, key.low, key.high));
}

void TableReader::take(const Key& key, glm::vec2& value) {
  const toml::node* node = find(key.name);
  if (!node) return;
  const auto v = numbers(*node, key.name, 2, key.low, key.high);
  value = {v[0], v[1]};
}

void TableReader::take(const Key& key, glm::vec3& value) {
  const toml::node* node = find(key.name);
  if (!node) return;
  const auto v = numbers(*node, key.name, 3, key.low, key.high);
  value = {v[0], v[1], v[2]};
}

void TableReader::take(const Key& key, glm::ivec3& value) {
  glm::vec3 given(value);
  take(key, given);
  if (given != glm::floor(given)) fail(key.name, "must hold whole numbers");
  value = given;
}

void TableReader::take(const Key& key, Direction& value) {
  const toml::node* node = find(key.name);
  if (!node) return;
  const auto v = numbers(*node, key.name, 3, -1e6, 1e6);
  const glm::vec3 given(v[0], v[1], v[2]);
  const float length = glm::length(given);
  if (!(length > 1e-6f)) fail(key.name, "must not be zero");
  value.unit = given / length;
}

void TableReader::take(const Key& key, Interval& value) {
  glm::vec2 ends(value.low, value.high);
  take(key, ends);
  if (ends.x > ends.y) fail(key.name, "must be written [low, high]");
  value = {ends.x, ends.y};
}

void TableReader::take(const Key& key, std::map<std::string, float>& value) {
  TableReader numbers = table(key.name);
  for (const std::string& name : numbers.keys())
    value[name] = static_cast<float>(numbers.number(name, 0.0, key.low, key.high));
}

void TableReader::take(const Key& key, std::string& value) {
  value = text(key.name, value);
  const std::vector<std::string>& choices = key.choices;
  if (choices.empty() || std::ranges::find(choices, value) != choices.end()) return;
  if (!has(key.name))
    fail(key.name, fmt::format("is missing: it must be one of {}", fmt::join(choices, ", ")));
  fail(key.name, fmt::format("is '{}', but must be one of {}", value, fmt::join(choices, ", ")));
}

void TableReader::take(const Key& key, std::vector<std::string>& value) {
  const toml::node* node = find(key.name);
  if (!node) return;
  const toml::array* array = node->as_array();
  if (!array) fail(key.name, "must be a list of texts");
  value.clear();
  for (const toml::node& element : *array) {
    if (!element.is_string()) fail(key.name, "must be a list of texts");
    value.push_back(element.as_string()->get());
    if (!key.choices.empty() && std::ranges::find(key.choices, value.back()) == key.choices.end())
      fail(key.name, fmt::format("holds '{}', but must be one of {}", value.back(),
                                 fmt::join(key.choices, ", ")));
  }
}

void TableReader::take(const Key& key, std::vector<glm::vec3>& value) {
  const toml::node* node = find(key.name);
  if (!node) return;
  const toml::array* array = node->as_array();
  if (!array || array->empty()) fail(key.name, "must be a list of colours, each of 3 numbers");
  value.clear();
  for (const toml::node& element : *array) {
    const auto v = numbers(element, key.name, 3, 0.0, 1.0);
    value.emplace_back(v[0], v[1], v[2]);
  }
}

template <std::size_t N>
void TableReader::take(const Key& key, std::vector<std::array<double, N>>& value) {
  const toml::node* node = find(key.name);
  if (!node) return;
  const toml::array* array = node->as_array();
  constexpr std::size_t count = N;
  if (!array) fail(key.name, fmt::format("must be a list of lists of {} numbers", count));
  value.clear();
  for (const toml::node& element : *array) {
    const toml::array* row = element.as_array();
    if (!row || row->size() != count ||
        std::any_of(row->begin(), row->end(), [](const auto& n) { return !n.is_number(); }))
      fail(key.name, fmt::format("must be a list of lists of {} numbers, which list {} is not",
                                 count, value.size() + 1));
    std::ranges::copy(numbers(element, key.name, count, key.low, key.high),
                      value.emplace_back().begin());
  }
}

template <class T>
void TableReader::take(const Key& key, std::optional<T>& value) {
  if (find(key.name)) take(key, value.emplace());
}

void TableReader::take(const std::vector<Key>& keys) {
  for (const Key& key : keys) {
    if (!key.holds()) continue;
    if (key.preset) key.preset();
    std::visit([&](auto* value) { take(key, *value); }, key.target);
  }
  for (const std::string& name : this->keys())
    if (!asked_.contains(name)) refuse_elsewhere(name, keys);
}

void TableReader::refuse_elsewhere(const std::string& name, const std::vector<Key>& keys) const {
  const Only* unmet = nullptr;
  std::vector<std::string> values;
  for (const Key& key : keys) {
    if (key.name != name) continue;
    const auto first = std::ranges::find_if(key.only, [](const Only& o) { return !o.holds(); });
    if (!unmet) unmet = &*first;
    if (unmet->key == first->key) std::ranges::copy(first->values, std::back_inserter(values));
  }
  if (unmet)
    fail(name, fmt::format("is only for {} {}, but here {} is {}", unmet->key, either(values),
                           unmet->key, *unmet->value));
}

void TableReader::read(const std::vector<Key>& keys) {
  take(keys);
  finish();
}

std::vector<std::string> TableReader::keys() const {
  std::vector<std::string> result;
  for (const auto& [key, node] : table_) result.emplace_back(key.str());
  return result;
}

void TableReader::read_parameters(std::vector<Parameter>& parameters, const std::string& prefix) {
  for (const std::string& key : keys()) {
    if (prefix.empty() && table_.get(key)->is_table()) {
      table(key).read_parameters(parameters, key + ".");
      continue;
    }
    const toml::node* node = find(key);
    const auto [value, text] = setting_in(*node, key);
    try {
      const Parameter& parameter = parameter_named(parameters, prefix + key);
      if (std::holds_alternative<std::string>(value))
        parameter.set(text);
      else
        parameter.set(value, text);
    } catch (const Error& error) {
      throw Error(error.code(),
                  fmt::format("{}:{}: {}", file_, node->source().begin.line, error.what()));
    }
  }
}

std::pair<Parameter::Value, std::string> TableReader::setting_in(const toml::node& node,
                                                                 std::string_view key) const {
  if (const auto* array = node.as_array()) {
    const std::vector<double> all = numbers(node, key, array->size(), -1e30, 1e30);
    std::string text = fmt::format("{}", fmt::join(all, ", "));
    if (all.size() != 3) return {text, text};
    return {glm::dvec3(all[0], all[1], all[2]), std::move(text)};
  }
  if (const auto* string = node.as_string()) return {string->get(), string->get()};
  if (const auto* boolean = node.as_boolean())
    return {boolean->get(), boolean->get() ? "true" : "false"};
  const auto number = node.value<double>();
  if (!number || !node.is_number()) fail(key, "must be a value");
  return {*number, fmt::format("{}", *number)};
}

void TableReader::finish() const {
  for (const auto& [key, node] : table_) {
    const std::string name(key.str());
    if (asked_.contains(name)) continue;
    const std::string near = nearest_word(name, {asked_.begin(), asked_.end()});
    fail(name, near.empty() ? "is not a known key here"
                            : fmt::format("is not known here; did you mean '{}'?", near));
  }
}

}  // namespace limber
