#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace limber {

/// One tunable value, declared once. The panel's widgets, the TOML keys, --set,
/// scenes/PARAMETERS.md and the error messages all come from this declaration.
struct Parameter {
  using Target = std::variant<bool*, int*, float*, glm::vec3*, std::string*>;

  std::string key;           ///< with its unit, for example "dt_s"
  std::string help;          ///< one sentence
  Target target;             ///< where the value lives; its type is the parameter's type
  double low = 0.0;          ///< numbers: the smallest and largest value allowed, both included;
  double high = 0.0;         ///< every finite value where they are equal
  bool logarithmic = false;  ///< numbers: the panel's slider spans decades
  std::vector<std::string> choices{};  ///< strings: the values allowed
  bool shared = false;                 ///< systems of one world have one value for all
  /// Without one of these it does nothing: values of others of its system ("method=jacobi|xpbd",
  /// "shown_mode!=0"), and what the scene has ("volume": constraints of that type).
  std::vector<std::string> only_with{};

  /// Takes the value written as text ("0.01", "true", "0, -1, 0", "jacobi"). The range of a vector
  /// holds for each of its components.
  /// Throws Error(bad_input) with key, value and range; then the old value stays.
  void set(std::string_view text) const;
  /// The same of a value that has a type already, as scene files have them. given: as messages
  /// name it.
  using Value = std::variant<bool, double, glm::dvec3, std::string>;
  void set(const Value& value, std::string_view given) const;
  std::string text() const;        ///< the value now, as set() would take it
  std::string range_text() const;  ///< for example "0.0001 to 0.1" or "one of jacobi, xpbd"
};

/// The parameter of that key, or the only one of the key "SYSTEM.key". Throws Error(bad_input) with
/// the nearest key, or all where none is.
const Parameter& parameter_named(std::span<const Parameter> parameters, std::string_view key);

/// Takes "key=value" texts. Throws Error(usage) for texts that are none, Error(bad_input) for keys
/// and values that are wrong.
void set_parameters(std::span<const Parameter> parameters,
                    const std::vector<std::string>& settings);

/// Whether a parameter has an effect as the others are, in a scene that has these types of
/// constraints and whatever else only_with may name.
bool has_effect(const Parameter& parameter, std::span<const Parameter> others,
                std::span<const std::string> scene_has);

/// A table of scenes/PARAMETERS.md; the values now are given as the defaults.
std::string parameters_as_markdown(std::span<const Parameter> parameters);

/// The shortest decimal number that is this float: what its author wrote, 0.01 and not
/// 0.00999999978, so that a hundred steps of it are a second.
double as_written(float value);

/// The candidate that a mistyped or shortened word most likely meant, empty if none is near.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace limber
