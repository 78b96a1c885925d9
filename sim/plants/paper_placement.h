#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/plants/paper_place.h"

namespace limber {

/// The transforms that each thread block of PaperPlace loads, without duplicates.
struct PaperPlaceTable {
  int loads_per_block = 0;                 ///< max. over the blocks
  std::vector<int> loads;                  ///< frames, loads_per_block per block; -1: none
  std::vector<std::uint8_t> transform_of;  ///< of each vertex: index among its block's loads
};
PaperPlaceTable paper_place_table(const std::vector<DeformedPart>& parts);

/// Transforms vertices to the world as in [Wang20, section 4.4], for a Deformer on the GPU.
class PaperPlacement {
 public:
  /// rest_m: in the layout of the Deformer, in host memory.
  PaperPlacement(const Exec& exec, const std::vector<DeformedPart>& parts,
                 const View<const Vec3AndValue>& rest_m);

  /// Computes T of all frames, for place().
  void pack_transforms(const Exec& exec, const char* label, View<const Pose> poses);
  void place(const Exec& exec, const char* label, View<const Vec3AndValue> displacements_m,
             View<Vec3AndValue> placed_m);

 private:
  int loads_per_block_;
  Buffer<int> loads_;
  Buffer<std::uint8_t> transform_of_;
  Buffer<Quad4> rest_m_;
  Buffer<Transform> transforms_;
};

}  // namespace limber
