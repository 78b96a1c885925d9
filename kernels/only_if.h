#pragma once

#include <algorithm>

#include "kernels/launch.h"
#include "kernels/view.h"

namespace limber {

/// A body that does nothing while a flag is 0. Each of its threads does every `threads`th element:
/// a launch of few threads is over sooner where there is nothing to do.
template <class Body>
struct OnlyIf {
  static constexpr int grain = grain_of<Body>();
  View<const int> flag;  ///< empty: always
  Body body;
  int n;
  int threads;

  LIMBER_HD void operator()(int thread) const {
    if (!flag.empty() && flag[0] == 0) return;
    for (int i = thread; i < n; i += threads) body(i);
  }
};

/// The kernel group lists OnlyIf<Body>.
template <class Body>
void launch_only_if(const Exec& exec, const char* label, View<const int> flag, int n,
                    const Body& body) {
  constexpr int enough = 1 << 17;  // for a GPU
  const int threads = exec.solver() == Solver::cuda ? std::min(n, enough) : n;
  launch(exec, label, threads, OnlyIf<Body>{flag, body, n, threads});
}

}  // namespace limber
