#pragma once

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Raises the flag `to` where `from` is raised; neither is ever lowered here. One element.
struct PassOnFlag {
  View<const int> from;
  View<int> to;

  LIMBER_HD void operator()(int) const {
    if (from[0] != 0) to[0] = 1;
  }
};

}  // namespace limber
