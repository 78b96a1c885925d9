#pragma once

namespace limber {

/// Numbers in global memory that each block of a grid needs to add up sums with the others
/// (summing_blocks_on_cuda.h).
inline constexpr int slots_per_block = 4;

}  // namespace limber
