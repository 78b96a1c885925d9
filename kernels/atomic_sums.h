#pragma once

#include <utility>

#include "kernels/atomics.h"
#include "kernels/hd.h"

namespace limber {

/// Adds `count` summands to the fixed-point sums of an item, `sums[item * count]` and on. On a GPU,
/// neighbouring lanes with the same item add up among themselves first, since atomic additions to
/// one address wait for each other; sums of integers are the same in any order. The summands are
/// lost.
template <int count>
LIMBER_HD void atomic_add_all(long long* sums, int item, long long (&summands)[count]) {
#ifdef __CUDA_ARCH__
  constexpr int lanes = 32;
  const unsigned here = __activemask();
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  const int before = __shfl_up_sync(here, item, 1);
  const bool follows = lane > 0 && (here >> (lane - 1) & 1u) != 0 && before == item;
  const unsigned firsts = __ballot_sync(here, !follows);
  // Lanes that end this one's run: the next first of one, or one that is not here.
  const unsigned ends = (firsts | ~here) & ~((2u << lane) - 1u);
  const int end = ends != 0 ? __ffs(static_cast<int>(ends)) - 1 : lanes;
  for (int step = 1; __any_sync(here, lane + step < end) != 0; step *= 2)
#pragma unroll
    for (int k = 0; k < count; ++k) {
      const long long other = __shfl_down_sync(here, summands[k], static_cast<unsigned>(step));
      if (lane + step < end) summands[k] += other;
    }
  if (follows) return;
#pragma unroll
  for (int k = 0; k < count; ++k) atomic_add(sums[item * count + k], summands[k]);
#else
  const auto add = [&]<int... k>(std::integer_sequence<int, k...>) {
    (atomic_add(sums[item * count + k], summands[k]), ...);
  };
  add(std::make_integer_sequence<int, count>());  // compilers do not unroll such a loop
#endif
}

}  // namespace limber
