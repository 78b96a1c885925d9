#pragma once

#include <string>
#include <vector>

#include "sim/world_state.h"

namespace limber {

/// A state of a scene in a file (.limber): a line that says what it is, a header as JSON with the
/// names and sizes of all buffers, their bytes, and a sum over all of it.
struct SavedState {
  std::string scene;     ///< its id
  long steps = 0;        ///< before it
  double ahead_s = 0.0;  ///< of what was shown: see FramePacer
  WorldState world;      ///< on the host
};

/// Whether a name is that of such a file.
bool is_saved_state_file(const std::string& name);
/// Throws Error(usage) for a name that is none, Error(bad_input) where nothing can be written.
void check_saved_state_file(const std::string& path);

/// Waits for the solver that the state is on.
void write_saved_state(const std::string& path, const SavedState& saved);
/// Throws Error(bad_input) for what is no such file, or incomplete.
SavedState read_saved_state(const std::string& path);
/// The id of the scene that the state is of, without reading all of it. Throws as
/// read_saved_state().
std::string scene_of_saved_state(const std::string& path);

/// The newest of the files in this folder that are states of a scene. Throws Error(bad_input)
/// where there is none.
std::string newest_saved_state(const std::string& scene);

}  // namespace limber
