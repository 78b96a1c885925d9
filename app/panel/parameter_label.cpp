#include "app/panel/parameter_label.h"

#include <algorithm>
#include <array>
#include <vector>

namespace limber {

namespace {

struct Unit {
  std::string_view key;
  std::string_view text;
};
constexpr std::array<Unit, 16> units{{{"m", "m"},
                                      {"m2", "m²"},
                                      {"m3", "m³"},
                                      {"m5", "m⁵"},
                                      {"mm", "mm"},
                                      {"s", "s"},
                                      {"s2", "s²"},
                                      {"ms", "ms"},
                                      {"kg", "kg"},
                                      {"N", "N"},
                                      {"Nm", "N m"},
                                      {"Pa", "Pa"},
                                      {"Hz", "Hz"},
                                      {"K", "K"},
                                      {"deg", "°"},
                                      {"rad", "rad"}}};

std::string_view unit_text(std::string_view word) {
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.key == word; });
  return unit == units.end() ? std::string_view() : unit->text;
}

}  // namespace

ParameterLabel label_of(std::string_view key) {
  std::vector<std::string_view> words;
  while (!key.empty()) {
    const std::size_t end = std::min(key.find('_'), key.size());
    words.push_back(key.substr(0, end));
    key.remove_prefix(std::min(end + 1, key.size()));
  }
  // The unit is at the end: numerator, then denominators; "per" has no numerator.
  std::size_t name_words = words.size();
  while (name_words > 1 && !unit_text(words[name_words - 1]).empty()) --name_words;
  const bool per = name_words > 1 && name_words < words.size() && words[name_words - 1] == "per";

  ParameterLabel label;
  if (per) label.unit = "1";
  for (std::size_t i = name_words; i < words.size(); ++i) {
    if (!label.unit.empty()) label.unit += "/";
    const std::string unit(unit_text(words[i]));
    const bool product_below = !label.unit.empty() && unit.find(' ') != std::string::npos;
    label.unit += product_below ? "(" + unit + ")" : unit;
  }
  if (per) --name_words;
  for (std::size_t i = 0; i < name_words; ++i) {
    if (i > 0) label.name += " ";
    label.name += words[i];
  }
  return label;
}

}  // namespace limber
