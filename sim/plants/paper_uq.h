#pragma once

#include <memory>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/plants/paper_uq.h"
#include "sim/plants/deformer.h"

namespace limber {

/// The layouts and launches of [Wang20] for a Deformer on the GPU.
class PaperUq {
 public:
  /// modes: as the Deformer lays them out, in host memory. Throws Error(bad_input) for a part with
  /// more modes than the way takes.
  PaperUq(const Exec& exec, const DeformerOptions& options, const std::vector<DeformedPart>& parts,
          const View<const Quad4>& modes);
  PaperUq(const PaperUq&) = delete;
  PaperUq& operator=(const PaperUq&) = delete;

  /// u of all parts that are not rigid. Launches beyond the first go to streams of their own and
  /// are waited for by what comes next on `exec`.
  void displace(const Exec& exec, const char* label, View<const float> coordinates,
                View<Vec3AndValue> displacements_m);

 private:
  void pack_parts(const Exec& exec, const std::vector<DeformedPart>& parts,
                  const View<const Quad4>& modes, int batch);
  void pack_chunks(const Exec& exec, const std::vector<DeformedPart>& parts,
                   const View<const Quad4>& modes, int chunk_size, ChunkSizes sizes);

  struct PackedPart {
    DeformedPart part;
    int first_place, places;  ///< in rows_
  };
  struct ChunksOfSize {
    int chunk_size;
    Buffer<Quad4> modes;
    Buffer<PaperChunk> chunks;
    std::unique_ptr<Exec> side;  ///< null: where all else runs
    device::OwnedEvent joined;
  };
  int batch_;
  Buffer<float> rows_;
  std::vector<PackedPart> parts_;
  std::vector<ChunksOfSize> sizes_;
  device::OwnedEvent forked_;
};

}  // namespace limber
