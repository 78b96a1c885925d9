#pragma once

#include <limits>
#include <string>

namespace limber {

/// Frames of a run, from 1, both included.
struct FrameRange {
  int first = 1;
  int last = std::numeric_limits<int>::max();
};

/// How fluids are exported.
enum class FluidsAs { both, points, surface };

/// What is to be exported of a run.
struct ExportWish {
  std::string file;  ///< empty: nothing
  FrameRange frames;
  FluidsAs fluids = FluidsAs::both;
};

}  // namespace limber
