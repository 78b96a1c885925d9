#pragma once

#include <string>

#include "app/standard_streams.h"
#include "scenes/scene.h"

namespace limber {

/// A shipped scene to be measured. Says what is not as the scene asks for it: without TetGen solids
/// have other meshes, whose times compare with nothing.
inline Scene open_measured(const std::string& id) {
  Scene scene = open_scene(id);
  for (const std::string& note : scene.notes) say("{}: note: {}\n", id, note);
  return scene;
}

}  // namespace limber
