#pragma once

#include <memory>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/plants/paper_uq.h"
#include "sim/plants/deformer.h"

namespace limber {

/// Data layouts and launches of [Wang20] for a Deformer on the GPU.
class PaperUq {
 public:
  /// modes: in the layout of the Deformer, in host memory. Throws Error(bad_input) for a part with
  /// more modes than options.way supports.
  PaperUq(const Exec& exec, const DeformerOptions& options, const std::vector<DeformedPart>& parts,
          const View<const Quad4>& modes);
  PaperUq(const PaperUq&) = delete;
  PaperUq& operator=(const PaperUq&) = delete;

  /// Computes u of all parts that are not rigid. Launches beyond the first use other streams; later
  /// work on `exec` waits for them.
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
    std::unique_ptr<Exec> side;  ///< its stream; null: the main one
    device::OwnedEvent joined;
  };
  int batch_;
  Buffer<float> rows_;
  std::vector<PackedPart> parts_;
  std::vector<ChunksOfSize> sizes_;
  device::OwnedEvent forked_;
};

}  // namespace limber
