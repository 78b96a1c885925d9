#include "sim/parameter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "kernels/error.h"
#include "sim/number_text.h"

namespace limber {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::optional<bool> truth_in(std::string_view text) {
  if (text == "true" || text == "on" || text == "yes" || text == "1") return true;
  if (text == "false" || text == "off" || text == "no" || text == "0") return false;
  return std::nullopt;
}

/// Three numbers, separated by commas or spaces.
std::optional<glm::dvec3> vector_in(std::string_view text) {
  glm::dvec3 value(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t end = axis < 2 ? text.find_first_of(", \t") : text.size();
    if (end == std::string_view::npos) return std::nullopt;
    const std::optional<double> component = number_in<double>(text.substr(0, end));
    if (!component) return std::nullopt;
    value[axis] = *component;
    text = trimmed(text.substr(end));
    if (axis < 2 && text.starts_with(',')) text = trimmed(text.substr(1));
  }
  return value;
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Letters to insert, drop, change or swap with a neighbour (Damerau-Levenshtein, optimal string
/// alignment), ignoring case.
int typing_distance(std::string_view a, std::string_view b) {
  const int columns = static_cast<int>(b.size());
  std::vector<int> before_last, last(columns + 1), now(columns + 1);
  for (int j = 0; j <= columns; ++j) last[j] = j;
  for (int i = 1; i <= static_cast<int>(a.size()); ++i) {
    now[0] = i;
    for (int j = 1; j <= columns; ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        now[j] = std::min(now[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = now;
  }
  return last[columns];
}

}  // namespace

void Parameter::set(std::string_view text) const {
  const std::string_view word = trimmed(text);
  // Text that does not parse as the parameter's type stays text, and is refused.
  const auto or_text = [&](const auto& said) {
    return said ? Value(*said) : Value(std::string(choices.empty() ? text : word));
  };
  const Value value =
      std::visit(Overloaded{
                     [&](const bool*) { return or_text(truth_in(word)); },
                     [&](const int*) {
                       const std::optional<int> whole = number_in<int>(word);
                       return or_text(whole ? std::optional<double>(*whole) : std::nullopt);
                     },
                     [&](const float*) { return or_text(number_in<double>(word)); },
                     [&](const glm::vec3*) { return or_text(vector_in(word)); },
                     [&](const std::string*) { return or_text(std::optional<std::string>()); },
                 },
                 target);
  set(value, text);
}

void Parameter::set(const Value& value, std::string_view given) const {
  const auto refuse = [&](std::string_view why) {
    return Error(ExitCode::bad_input,
                 fmt::format("{} = '{}' {}; give {}", key, given, why, range_text()));
  };
  const auto check_range = [&](double number) {
    if (low < high && (number < low || number > high)) throw refuse("is out of range");
  };
  const auto* number = std::get_if<double>(&value);
  std::visit(
      Overloaded{
          [&](bool* to) {
            const auto* truth = std::get_if<bool>(&value);
            if (!truth) throw refuse("is neither true nor false");
            *to = *truth;
          },
          [&](int* to) {
            if (!number || *number != std::floor(*number) ||
                std::abs(*number) > std::numeric_limits<int>::max())
              throw refuse("is not a whole number");
            check_range(*number);
            *to = static_cast<int>(*number);
          },
          [&](float* to) {
            // Compared before it is rounded to float: 0.1 is within "up to 0.1", 0.1f is
            // not.
            if (!number || std::isnan(*number)) throw refuse("is not a number");
            check_range(*number);
            if (!std::isfinite(static_cast<float>(*number))) throw refuse("is too large");
            *to = static_cast<float>(*number);
          },
          [&](glm::vec3* to) {
            const auto* vector = std::get_if<glm::dvec3>(&value);
            if (!vector) throw refuse("is not three numbers");
            for (int axis = 0; axis < 3; ++axis) check_range((*vector)[axis]);
            *to = *vector;
          },
          [&](std::string* to) {
            const auto* word = std::get_if<std::string>(&value);
            if (!word || (!choices.empty() && std::ranges::find(choices, *word) == choices.end()))
              throw refuse("is not known");
            *to = *word;
          },
      },
      target);
}

std::string Parameter::text() const {
  return std::visit(
      Overloaded{
          [](const glm::vec3* v) { return fmt::format("{}, {}, {}", v->x, v->y, v->z); },
          [](const auto* value) { return fmt::format("{}", *value); },
      },
      target);
}

std::string Parameter::range_text() const {
  const bool limited = low < high;
  return std::visit(Overloaded{
                        [](const bool*) -> std::string { return "true or false"; },
                        [&](const int*) -> std::string {
                          return limited ? fmt::format("{} to {}", low, high) : "any whole number";
                        },
                        [&](const float*) -> std::string {
                          return limited ? fmt::format("{} to {}", low, high) : "any number";
                        },
                        [&](const glm::vec3*) -> std::string {
                          return limited ? fmt::format("three numbers, each {} to {}", low, high)
                                         : "three numbers";
                        },
                        [&](const std::string*) -> std::string {
                          return choices.empty()
                                     ? "any text"
                                     : fmt::format("one of {}", fmt::join(choices, ", "));
                        },
                    },
                    target);
}

const Parameter& parameter_named(std::span<const Parameter> parameters, std::string_view key) {
  std::vector<std::string> keys;
  for (const Parameter& parameter : parameters) {
    if (parameter.key == key) return parameter;
    keys.push_back(parameter.key);
  }
  // The key without its system's name, where only one system has it.
  std::vector<std::string> full;
  const Parameter* found = nullptr;
  for (const Parameter& parameter : parameters)
    if (parameter.key.ends_with("." + std::string(key))) {
      found = &parameter;
      full.push_back(parameter.key);
    }
  if (full.size() == 1) return *found;
  if (full.size() > 1)
    throw Error(ExitCode::bad_input,
                fmt::format("several systems have a parameter '{}'; say which: {}", key,
                            fmt::join(full, ", ")));
  const std::string near = nearest_word(key, keys);
  const std::string advice = !near.empty()   ? fmt::format("did you mean '{}'?", near)
                             : !keys.empty() ? fmt::format("there are {}", fmt::join(keys, ", "))
                                             : "there are none here";
  throw Error(ExitCode::bad_input, fmt::format("there is no parameter '{}'; {}", key, advice));
}

void set_parameters(std::span<const Parameter> parameters,
                    const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error(
          ExitCode::usage,
          fmt::format("--set needs KEY=VALUE, for example --set iterations=32, not '{}'", setting));
    parameter_named(parameters, setting.substr(0, equals)).set(setting.substr(equals + 1));
  }
}

bool has_effect(const Parameter& parameter, std::span<const Parameter> others,
                std::span<const std::string> scene_has) {
  // In mixtures keys and types begin with the name of their system.
  const std::string system = parameter.key.substr(0, parameter.key.find('.') + 1);
  const auto is_there = [&](std::string_view what) {
    return std::ranges::any_of(scene_has, [&](std::string_view type) {
      if (type.starts_with(system)) type.remove_prefix(system.size());
      return type.substr(0, type.find(", ")) == what;  // "stretch, jacobi": of one group
    });
  };
  const auto one_of = [](std::string_view alternatives, const auto& holds) {
    for (std::string_view rest = alternatives;;) {
      const std::size_t end = rest.find('|');
      if (holds(rest.substr(0, end))) return true;
      if (end == std::string_view::npos) return false;
      rest.remove_prefix(end + 1);
    }
  };
  return std::ranges::all_of(parameter.only_with, [&](std::string_view condition) {
    const std::size_t equals = condition.find('=');
    if (equals == std::string_view::npos) return one_of(condition, is_there);
    const bool wanted = condition[equals - 1] != '!';
    const std::string key = system + std::string(condition.substr(0, wanted ? equals : equals - 1));
    const auto other = std::ranges::find(others, key, &Parameter::key);
    if (other == others.end()) return true;  // runs side by side differ in it
    const std::string value = other->text();
    return one_of(condition.substr(equals + 1), [&](auto v) { return v == value; }) == wanted;
  });
}

std::string parameters_as_markdown(std::span<const Parameter> parameters) {
  std::string text = "| Key | Default | Range | What it does |\n|---|---|---|---|\n";
  for (const Parameter& p : parameters)
    text += fmt::format("| `{}` | {} | {} | {} |\n", p.key, p.text(), p.range_text(), p.help);
  return text;
}

double as_written(float value) {
  char text[32];
  const auto written = std::to_chars(text, text + sizeof text, value);
  double decimal = value;
  std::from_chars(text, written.ptr, decimal);
  return decimal;
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  std::string nearest;
  int least = std::max<int>(1, static_cast<int>(word.size()) / 3) + 1;
  for (const std::string& candidate : candidates) {
    // The difference in length is a lower bound, which skips very long words.
    int distance = static_cast<int>(std::max(word.size(), candidate.size()) -
                                    std::min(word.size(), candidate.size()));
    if (distance < least) distance = typing_distance(word, candidate);
    // "density" for density_kg_m3, "flags" for cloth/flags: correct but incomplete.
    if (word.size() > 1 && (candidate.starts_with(word) || candidate.ends_with(word)))
      distance = std::min(distance, 1);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace limber
