#pragma once

#include <string>

#include "app/standard_streams.h"
#include "scenes/scene.h"

namespace limber {

/// Opens a shipped scene for measurement and prints its notes: without TetGen, solids have other
/// meshes, and their times are not comparable.
inline Scene open_measured(const std::string& id) {
  Scene scene = open_scene(id);
  for (const std::string& note : scene.notes) say("{}: note: {}\n", id, note);
  return scene;
}

}  // namespace limber
