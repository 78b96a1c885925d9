#pragma once

#include <algorithm>

#include "kernels/launch.h"
#include "kernels/view.h"

namespace limber {

/// Enough to keep a GPU busy.
inline constexpr int max_threads_of_list = 1 << 17;
/// The `blocks_at_once` with which an H200 runs max_threads_of_list at the same time, in blocks of
/// 64: with fewer, the last of them would wait for a second wave.
inline constexpr int blocks_for_all_threads = 16;

/// A body that does nothing while a flag is 0. Each of its threads does every `threads`th element:
/// a launch of few threads ends sooner where there is nothing to do.
template <class Body>
struct OnlyIf {
  static constexpr int blocks_at_once = blocks_at_once_of<Body>();
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
  const int threads = exec.backend() == Backend::cuda ? std::min(n, max_threads_of_list) : n;
  launch(exec, label, threads, OnlyIf<Body>{flag, body, n, threads});
}

/// A body for a list whose length only the backend knows; it does nothing while a flag is 0. The
/// list is shared by only as many threads as keep a GPU busy: a launch for its whole capacity takes
/// longer than the work.
template <class Body>
struct ForListed {
  static constexpr int blocks_at_once = blocks_at_once_of<Body>();
  static constexpr int grain = 1;
  View<const int> flag;  ///< empty: always
  View<const int> count;
  Body body;
  int room;
  int threads;

  LIMBER_HD void operator()(int thread) const {
    if (!flag.empty() && flag[0] == 0) return;
    const int listed = count[0] < room ? count[0] : room;
#ifdef __CUDA_ARCH__  // neighbouring threads read neighbouring items
    for (int i = thread; i < listed; i += threads) body(i);
#else
    const auto edge = [&](int k) {
      return static_cast<int>(static_cast<long long>(listed) * k / threads);
    };
    for (int i = edge(thread); i < edge(thread + 1); ++i) body(i);
#endif
  }
};

/// The kernel group lists ForListed<Body>.
template <class Body>
void launch_for_listed(const Exec& exec, const char* label, View<const int> flag,
                       View<const int> count, int room, const Body& body) {
  const int enough = exec.backend() == Backend::cuda ? max_threads_of_list : 4 * exec.threads();
  const int threads = std::min(room, enough);
  launch(exec, label, threads, ForListed<Body>{flag, count, body, room, threads});
}

}  // namespace limber
