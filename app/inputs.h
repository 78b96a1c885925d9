#pragma once

#include <optional>
#include <vector>

#include "app/options.h"
#include "app/saved_state.h"
#include "scenes/camera_path_table.h"
#include "scenes/tour.h"

namespace limber {

/// The files named on the command line, read before anything is built.
struct Inputs {
  /// Throws as the files' readers do.
  explicit Inputs(const Options& options);

  Options first;  ///< with the first scene
  std::vector<CameraPathTable> camera_path;
  std::optional<Tour> tour;
  std::optional<SavedState> state;
};

}  // namespace limber
