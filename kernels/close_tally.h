#pragma once

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// What went wrong in a frame is counted on an open tally. After its last step the host sees it
/// closed, and the next frame counts from nothing. One element.
template <class Tally>
struct CloseTally {
  View<Tally> open, closed;
  int steps;

  LIMBER_HD void operator()(int) const {
    closed[0] = open[0];
    closed[0].steps = steps;
    open[0] = {};
  }
};

}  // namespace limber
