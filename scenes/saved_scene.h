#pragma once

#include <span>
#include <string>

#include "scenes/camera_table.h"
#include "sim/look.h"
#include "sim/parameter.h"

namespace limber {

/// How a scene is now. What is as its file says is left as it is there.
struct SceneNow {
  std::span<const Parameter> parameters;  ///< those that differ from the file's
  Look look;
  SceneCamera camera;
};

/// The text of a scene's file with these values among its settings, its look and its camera; all
/// else stays, comments too. id: as list_scenes() has it, or a scene file. Throws Error(bad_input)
/// for a mesh, for a file that cannot be read, and for tables that stand there in an unusual way.
std::string scene_text_with(const std::string& id, const SceneNow& now);

}  // namespace limber
