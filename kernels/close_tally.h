#pragma once

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Problems of a frame are counted in an open tally. After its last step this is copied to
/// `closed`, for the host, and cleared for the next frame. One thread.
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
