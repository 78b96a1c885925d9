#include "app/compare/variant.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "kernels/error.h"

namespace limber {

Variant parse_variant(const std::string& text) {
  Variant variant;
  std::istringstream parts(text + "+");
  for (std::string part; std::getline(parts, part, '+');) {
    const std::optional<Backend> backend = backend_named(part);
    if (part.starts_with("preset="))
      throw Error(ExitCode::usage, "--compare takes no presets; name their parameters");
    if (part.find('=') != std::string::npos) {
      variant.values.push_back(part);
    } else if (!backend || variant.backend) {
      throw Error(ExitCode::usage,
                  fmt::format("--compare takes backends (serial, tbb, cuda), parameters "
                              "(method=xpbd) or both joined by + (tbb+method=xpbd), not '{}'",
                              text));
    } else {
      variant.backend = backend;
    }
  }
  return variant;
}

std::string text_of(const Variant& variant) {
  std::vector<std::string> parts = variant.values;
  if (variant.backend) parts.insert(parts.begin(), std::string(name_of(*variant.backend)));
  return fmt::format("{}", fmt::join(parts, "+"));
}

std::vector<std::size_t> set_values(std::span<const Parameter> parameters, const Variant& variant) {
  set_parameters(parameters, variant.values);
  std::vector<std::size_t> places;
  for (const std::string& value : variant.values)
    places.push_back(&parameter_named(parameters, value.substr(0, value.find('='))) -
                     parameters.data());
  return places;
}

}  // namespace limber
