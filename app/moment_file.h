#pragma once

#include <string>
#include <vector>

#include "sim/moment.h"

namespace limber {

/// A moment of a scene in a file (.limber): a line that says what it is, a header as JSON with the
/// names and sizes of all buffers, their bytes, and a sum over all of it.
struct SavedMoment {
  std::string scene;     ///< its id
  long steps = 0;        ///< before it
  double ahead_s = 0.0;  ///< of what was shown: see FramePacer
  Moment moment;         ///< on the host
};

/// Whether a name is that of such a file.
bool is_moment_file(const std::string& name);
/// Throws Error(usage) for a name that is none, Error(bad_input) where nothing can be written.
void check_moment_file(const std::string& path);

/// Waits for the solver that the moment is on.
void write_moment(const std::string& path, const SavedMoment& saved);
/// Throws Error(bad_input) for what is no such file, or not whole.
SavedMoment read_moment(const std::string& path);
/// The id of the scene that the moment is of, without reading all of it. Throws as read_moment().
std::string scene_of_moment(const std::string& path);

/// The newest of the files in this folder that are moments of a scene. Throws Error(bad_input)
/// where there is none.
std::string newest_moment(const std::string& scene);

}  // namespace limber
