#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/plants/paper_place.h"

namespace limber {

/// Which transforms the blocks of PaperPlace load, each once a block.
struct PaperPlaceTable {
  int loads_a_block = 0;                   ///< of the block that loads most
  std::vector<int> loads;                  ///< frames; -1 where a block loads fewer
  std::vector<std::uint8_t> transform_of;  ///< of a vertex, among its block's loads
};
PaperPlaceTable paper_place_table(const std::vector<DeformedPart>& parts);

/// The places of [Wang20, section 4.4], for a Deformer on the GPU.
class PaperPlacement {
 public:
  /// rest_m: as the Deformer lays them out, in host memory.
  PaperPlacement(const Exec& exec, const std::vector<DeformedPart>& parts,
                 const View<const Vec3AndValue>& rest_m);

  /// T of all frames, for place().
  void pack_transforms(const Exec& exec, const char* label, View<const Pose> poses);
  void place(const Exec& exec, const char* label, View<const Vec3AndValue> displacements_m,
             View<Vec3AndValue> placed_m);

 private:
  int loads_a_block_;
  Buffer<int> loads_;
  Buffer<std::uint8_t> transform_of_;
  Buffer<Quad4> rest_m_;
  Buffer<Transform> transforms_;
};

}  // namespace limber
