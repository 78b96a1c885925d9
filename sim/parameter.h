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
  bool shared = false;                 ///< all systems of a world have the same value
  /// It has an effect only with one of these: values of other parameters of its system
  /// ("method=jacobi|xpbd", "shown_mode!=0"), or features of the scene ("volume": constraints of
  /// that type).
  std::vector<std::string> only_with{};

  /// Sets the value from text ("0.01", "true", "0, -1, 0", "jacobi"). The range of a vector applies
  /// to each component. Throws Error(bad_input) with key, value and range; then the old value
  /// stays.
  void set(std::string_view text) const;
  /// The same from a typed value, as in scene files. given: the value as messages quote it.
  using Value = std::variant<bool, double, glm::dvec3, std::string>;
  void set(const Value& value, std::string_view given) const;
  std::string text() const;        ///< the current value, as set() accepts it
  std::string range_text() const;  ///< for example "0.0001 to 0.1" or "one of jacobi, xpbd"
};

/// The parameter with this key, or the only one with the key "SYSTEM.key". Throws Error(bad_input)
/// that names the nearest key, or all keys where none is near.
const Parameter& parameter_named(std::span<const Parameter> parameters, std::string_view key);

/// Applies "key=value" texts. Throws Error(usage) for texts of another form, Error(bad_input) for
/// wrong keys and values.
void set_parameters(std::span<const Parameter> parameters,
                    const std::vector<std::string>& settings);

/// Whether a parameter has an effect with the current values of the others. scene_has: types of
/// constraints and other features that only_with may name.
bool has_effect(const Parameter& parameter, std::span<const Parameter> others,
                std::span<const std::string> scene_has);

/// A table of scenes/PARAMETERS.md; current values are listed as the defaults.
std::string parameters_as_markdown(std::span<const Parameter> parameters);

/// The value of the shortest decimal number that rounds to this float: 0.01 as its author wrote it,
/// not 0.00999999978, so that a hundred such steps are a second.
double as_written(float value);

/// The candidate that a mistyped or shortened word most likely meant, empty if none is near.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace limber
