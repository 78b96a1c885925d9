#pragma once

// U q as [Wang20] compute it on the GPU, for comparison: several threads share a row of U, each
// multiplies four of its numbers (or another `batch`), and one of them sums the partial results in
// shared memory. GPU only.

#include <array>

#include "kernels/exec.h"
#include "kernels/plants/uq.h"

namespace limber {

/// Products per thread: the values in the paper's table 1; 4 everywhere else.
inline constexpr std::array paper_batches{1, 4, 8, 16, 32};

/// One part, section 4.1. Rows are stored in groups, one group per warp; a row is padded to 16
/// bytes, a group to 128 bytes, both with zeros.
struct PaperPart {
  View<const float> rows;         ///< U
  View<const float> coordinates;  ///< q
  View<Vec3AndValue> displacements_m;
  int modes;
  int batch;

  LIMBER_HD int threads_per_row() const { return (modes + batch - 1) / batch; }
  LIMBER_HD int rows_per_group() const { return 32 / threads_per_row(); }
  LIMBER_HD int row_places() const { return (modes + 3) / 4 * 4; }
  LIMBER_HD int group_places() const { return (rows_per_group() * row_places() + 31) / 32 * 32; }
  int groups() const {
    return (3 * displacements_m.size + rows_per_group() - 1) / rows_per_group();
  }
};

/// Max number of modes of a part: the threads of a row are in one warp.
constexpr int max_paper_modes(int batch) { return 32 * batch; }

/// Metadata of a chunk: some rows of one part, processed by chunk_size threads (section 4.3).
struct alignas(16) PaperChunk {
  int first_coordinate;  ///< in q, a multiple of 4
  int first_row;         ///< 3 * vertex + (0, 1, 2 for x, y, z), over all parts
  int threads_per_row;
  int rows;  ///< 0: padding
};

/// All parts with chunks of one size.
struct PaperChunks {
  int chunk_size;                 ///< 5 to 8
  View<const Quad4> modes;        ///< U reshaped: 32 quads per warp, chunk after chunk
  View<const PaperChunk> chunks;  ///< 32 / chunk_size per warp
  View<const float> coordinates;
  View<Vec3AndValue> displacements_m;
};

inline constexpr int max_paper_chunk_modes = 32;

/// These throw Error(unavailable) with the label when CUDA refuses the launch. They do not overlap
/// earlier work on the stream.
void launch_paper_part_on_cuda(const Exec& exec, const char* label, const PaperPart& part);
void launch_paper_chunks_on_cuda(const Exec& exec, const char* label, const PaperChunks& chunks);

}  // namespace limber
