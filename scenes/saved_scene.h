#pragma once

#include <span>
#include <string>

#include "sim/parameter.h"

namespace limber {

/// The text of a scene's file with these parameters' values among its settings; all else stays,
/// comments too. id: as list_scenes() has it, or a scene file. Throws Error(bad_input) for a mesh,
/// for a file that cannot be read, and for settings that stand there in an unusual way.
std::string scene_text_with(const std::string& id, std::span<const Parameter> parameters);

}  // namespace limber
