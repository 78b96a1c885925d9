#include "scenes/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/error.h"

namespace limber {

namespace {
const toml::table empty_table;
}

TableReader::TableReader(const toml::table& table, std::string file, std::string name)
    : table_(table), file_(std::move(file)), name_(std::move(name)) {}

void TableReader::fail(std::string_view key, const std::string& what) const {
  const toml::node* node = table_.get(key);
  const auto line = node ? node->source().begin.line : table_.source().begin.line;
  throw Error(ExitCode::bad_input, fmt::format("{}:{}: {}{}{} {}", file_, line, name_,
                                               name_.empty() ? "" : ".", key, what));
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

std::string TableReader::choice(std::string_view key, std::string_view fallback,
                                const std::vector<std::string>& choices) {
  std::string value = text(key, fallback);
  for (const std::string& choice : choices)
    if (choice == value) return value;
  fail(key, fmt::format("is '{}', but must be one of {}", value, fmt::join(choices, ", ")));
}

double TableReader::number(std::string_view key, double fallback, double low, double high) {
  const toml::node* node = find(key);
  if (!node) return fallback;
  const auto value = node->value<double>();
  if (!value || !node->is_number()) fail(key, "must be a number");
  if (!(*value >= low && *value <= high))
    fail(key, fmt::format("is {}, but must lie from {} to {}", *value, low, high));
  return *value;
}

int TableReader::integer(std::string_view key, int fallback, int low, int high) {
  const double value = number(key, fallback, low, high);
  if (value != std::floor(value)) fail(key, fmt::format("is {}, but must be whole", value));
  return static_cast<int>(value);
}

bool TableReader::boolean(std::string_view key, bool fallback) {
  const toml::node* node = find(key);
  if (!node) return fallback;
  if (!node->is_boolean()) fail(key, "must be true or false");
  return node->as_boolean()->get();
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

glm::vec2 TableReader::vec2(std::string_view key, glm::vec2 fallback, double low, double high) {
  const toml::node* node = find(key);
  if (!node) return fallback;
  const auto v = numbers(*node, key, 2, low, high);
  return {v[0], v[1]};
}

glm::vec3 TableReader::vec3(std::string_view key, glm::vec3 fallback, double low, double high) {
  const toml::node* node = find(key);
  if (!node) return fallback;
  const auto v = numbers(*node, key, 3, low, high);
  return {v[0], v[1], v[2]};
}

glm::ivec3 TableReader::ivec3(std::string_view key, glm::ivec3 fallback, int low, int high) {
  const glm::vec3 v = vec3(key, glm::vec3(fallback), low, high);
  if (v != glm::floor(v)) fail(key, "must hold whole numbers");
  return glm::ivec3(v);
}

glm::vec3 TableReader::direction(std::string_view key, glm::vec3 fallback) {
  const glm::vec3 v = vec3(key, fallback, -1e6, 1e6);
  const float length = glm::length(v);
  if (!(length > 1e-6f)) fail(key, "must not be zero");
  return v / length;
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

std::vector<TableReader> TableReader::needed_tables(std::string_view key) {
  std::vector<TableReader> result = tables(key);
  if (result.empty()) fail(key, fmt::format("is missing: the scene needs a [[{}]]", key));
  return result;
}

std::vector<glm::vec3> TableReader::colors(std::string_view key) {
  std::vector<glm::vec3> result;
  const toml::node* node = find(key);
  if (!node) return result;
  const toml::array* array = node->as_array();
  if (!array || array->empty()) fail(key, "must be a list of colours, each of 3 numbers");
  for (const toml::node& element : *array) {
    const auto v = numbers(element, key, 3, 0.0, 1.0);
    result.emplace_back(v[0], v[1], v[2]);
  }
  return result;
}

std::vector<std::vector<double>> TableReader::rows(std::string_view key, std::size_t count,
                                                   double low, double high) {
  std::vector<std::vector<double>> result;
  const toml::node* node = find(key);
  if (!node) return result;
  const toml::array* array = node->as_array();
  if (!array) fail(key, fmt::format("must be a list of lists of {} numbers", count));
  for (const toml::node& element : *array) {
    const toml::array* row = element.as_array();
    if (!row || row->size() != count ||
        std::any_of(row->begin(), row->end(), [](const auto& n) { return !n.is_number(); }))
      fail(key, fmt::format("must be a list of lists of {} numbers, which list {} is not", count,
                            result.size() + 1));
    result.push_back(numbers(element, key, count, low, high));
  }
  return result;
}

std::vector<std::string> TableReader::texts(std::string_view key) {
  std::vector<std::string> result;
  const toml::node* node = find(key);
  if (!node) return result;
  const toml::array* array = node->as_array();
  if (!array) fail(key, "must be a list of texts");
  for (const toml::node& element : *array) {
    if (!element.is_string()) fail(key, "must be a list of texts");
    result.push_back(element.as_string()->get());
  }
  return result;
}

std::vector<std::string> TableReader::keys() const {
  std::vector<std::string> result;
  for (const auto& [key, node] : table_) result.emplace_back(key.str());
  return result;
}

void TableReader::read_parameters(std::vector<Parameter>& parameters) {
  for (const std::string& key : keys()) {
    try {
      const Parameter& parameter = parameter_named(parameters, key);
      const toml::node* node = find(key);
      if (const auto* array = node->as_array()) {
        std::string list;
        for (const double v : numbers(*array, key, array->size(), -1e30, 1e30))
          list += fmt::format("{}{}", list.empty() ? "" : ", ", v);
        parameter.set(list);
      } else if (const auto* string = node->as_string()) {
        parameter.set(string->get());
      } else if (const auto* boolean = node->as_boolean()) {
        parameter.set(boolean->get() ? "true" : "false");
      } else if (const auto* whole = node->as_integer()) {
        parameter.set(fmt::format("{}", whole->get()));
      } else if (const auto* real = node->as_floating_point()) {
        parameter.set(fmt::format("{}", real->get()));
      } else {
        fail(key, "must be a value");
      }
    } catch (const Error& error) {
      const std::string what = error.what();
      if (what.starts_with(file_ + ":")) throw;
      const auto line = table_.get(key)->source().begin.line;
      throw Error(error.code(), fmt::format("{}:{}: {}", file_, line, what));
    }
  }
}

void TableReader::finish() const {
  for (const auto& [key, node] : table_) {
    const std::string name(key.str());
    if (asked_.contains(name)) continue;
    const std::string near = nearest_word(name, {asked_.begin(), asked_.end()});
    fail(name, near.empty() ? "is not a key that is known here"
                            : fmt::format("is not known here; did you mean '{}'?", near));
  }
}

}  // namespace limber
