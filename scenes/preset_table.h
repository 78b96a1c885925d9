#pragma once

#include <string>
#include <vector>

#include "scenes/key.h"
#include "scenes/preset.h"
#include "scenes/table_reader.h"

namespace limber {

std::vector<Key> keys_of(Preset& preset);

/// A preset and its table, for what can be said of it only later.
struct ReadPreset {
  TableReader reader;
  Preset preset;
};
/// Fails for one without a name or settings, and for two of one name.
std::vector<ReadPreset> read_presets(std::vector<TableReader> tables);
/// Fails for settings that these parameters do not take; they are as before afterwards.
void check_presets(const std::vector<ReadPreset>& presets, std::vector<Parameter>& parameters,
                   const std::string& compared);

/// The settings with those of a preset in place of "preset=NAME". Throws Error(bad_input) with all
/// names where none is called that.
std::vector<std::string> with_presets(const std::vector<std::string>& settings,
                                      const std::vector<ReadPreset>& presets);

}  // namespace limber
