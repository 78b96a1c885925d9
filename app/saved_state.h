#pragma once

#include <string>
#include <vector>

#include "sim/world_state.h"

namespace limber {

/// A saved state of a scene. The file (.limber) has an identifying line, a JSON header with the
/// names and sizes of all buffers, their bytes, and a checksum over everything.
struct SavedState {
  std::string scene;     ///< its id
  long steps = 0;        ///< steps done before
  double ahead_s = 0.0;  ///< see FramePacer
  WorldState world;      ///< on the host
};

/// Whether a file name has the extension .limber.
bool is_saved_state_file(const std::string& name);
/// Throws Error(usage) for another extension, Error(bad_input) where nothing can be written.
void check_saved_state_file(const std::string& path);

/// Waits for the state's solver.
void write_saved_state(const std::string& path, const SavedState& saved);
/// Throws Error(bad_input) for an invalid or incomplete file.
SavedState read_saved_state(const std::string& path);
/// The scene id of a saved state, without reading all of it. Throws as read_saved_state().
std::string scene_of_saved_state(const std::string& path);

/// The newest saved state of a scene in the current folder. Throws Error(bad_input) if there is
/// none.
std::string newest_saved_state(const std::string& scene);

}  // namespace limber
