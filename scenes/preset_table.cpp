#include "scenes/preset_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "kernels/error.h"

namespace limber {

namespace {

constexpr std::string_view chooses = "preset=";

std::string names_of(const std::vector<ReadPreset>& presets) {
  std::vector<std::string> names;
  for (const ReadPreset& each : presets) names.push_back(each.preset.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::vector<Key> keys_of(Preset& p) {
  return {
      Key("name", "Name", &p.name).or_else("none: must be given"),
      Key("about", "A sentence on what it does", &p.about).or_else("none"),
      Key("settings",
          "Its values, each as `KEY=VALUE`, as for `--set`; other parameters return "
          "to the values with which the scene was opened",
          &p.settings)
          .or_else("none: must be given"),
  };
}

std::vector<ReadPreset> read_presets(std::vector<TableReader> tables) {
  std::vector<ReadPreset> presets;
  for (TableReader& reader : tables) {
    Preset preset;
    reader.read(keys_of(preset));
    if (preset.name.empty()) reader.fail("name", "is missing: a preset needs one");
    if (preset.settings.empty())
      reader.fail("settings", "is missing: give at least one \"KEY=VALUE\"");
    for (const ReadPreset& other : presets)
      if (other.preset.name == preset.name)
        reader.fail("name", fmt::format("'{}' is also that of another preset", preset.name));
    presets.push_back({std::move(reader), std::move(preset)});
  }
  return presets;
}

void check_presets(const std::vector<ReadPreset>& presets, std::vector<Parameter>& parameters,
                   const std::string& compared) {
  std::vector<std::string> before;
  for (const Parameter& parameter : parameters) before.push_back(parameter.text());
  for (const auto& [reader, preset] : presets) {
    for (const std::string& setting : preset.settings)
      if (!compared.empty() &&
          parameter_named(parameters, setting.substr(0, setting.find('='))).key == compared)
        reader.fail("settings",
                    fmt::format("sets {}, of which the scene compares several values", compared));
    try {
      set_parameters(parameters, preset.settings);
    } catch (const Error& error) {
      reader.fail("settings", fmt::format("cannot be set: {}", error.what()));
    }
    for (std::size_t i = 0; i < before.size(); ++i) parameters[i].set(before[i]);
  }
}

std::vector<std::string> with_presets(const std::vector<std::string>& settings,
                                      const std::vector<ReadPreset>& presets) {
  std::vector<std::string> all;
  for (const std::string& setting : settings) {
    if (!setting.starts_with(chooses)) {
      all.push_back(setting);
      continue;
    }
    const std::string name = setting.substr(chooses.size());
    const auto found = std::ranges::find_if(
        presets, [&](const ReadPreset& each) { return each.preset.name == name; });
    if (found == presets.end())
      throw Error(ExitCode::bad_input,
                  presets.empty()
                      ? fmt::format("the scene has no presets, so '{}' cannot be chosen", name)
                      : fmt::format("no preset of the scene is called '{}'; there are {}", name,
                                    names_of(presets)));
    all.insert(all.end(), found->preset.settings.begin(), found->preset.settings.end());
  }
  return all;
}

}  // namespace limber
