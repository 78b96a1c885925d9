#pragma once

// U q as [Wang20] compute it on the GPU, to compare with: several threads share a row of U, each
// multiplies four of its numbers (or another `batch`), and one of them adds up what they leave in
// shared memory. GPU only.

#include <array>

#include "kernels/exec.h"
#include "kernels/plants/uq.h"

namespace limber {

/// Products that a thread adds up: those of the paper's table 1, and 4 everywhere else.
inline constexpr std::array paper_batches{1, 4, 8, 16, 32};

/// One part, section 4.1. Rows follow one another in groups of as many as a warp takes at once; a
/// row is padded to 16 bytes, a group to 128 bytes, both with zeros.
struct PaperPart {
  View<const float> rows;         ///< U
  View<const float> coordinates;  ///< q
  View<Vec3AndValue> displacements_m;
  int modes;
  int batch;

  LIMBER_HD int threads_a_row() const { return (modes + batch - 1) / batch; }
  LIMBER_HD int rows_a_group() const { return 32 / threads_a_row(); }
  LIMBER_HD int row_places() const { return (modes + 3) / 4 * 4; }
  LIMBER_HD int group_places() const { return (rows_a_group() * row_places() + 31) / 32 * 32; }
  int groups() const { return (3 * displacements_m.size + rows_a_group() - 1) / rows_a_group(); }
};

/// So many modes a part may have at most: the threads of a row are in one warp.
constexpr int max_paper_modes(int batch) { return 32 * batch; }

/// As many threads as the kernel's chunk size: some rows of one part (section 4.3). This is the
/// metadata of its threads.
struct alignas(16) PaperChunk {
  int first_coordinate;  ///< in q, a multiple of 4
  int first_row;         ///< 3 * vertex + (0, 1, 2 for x, y, z), of all parts
  int threads_a_row;
  int rows;  ///< 0: padding
};

/// All parts with chunks of one size.
struct PaperChunks {
  int chunk_size;                 ///< 5 to 8
  View<const Quad4> modes;        ///< U reshaped: 32 quads a warp, chunk after chunk
  View<const PaperChunk> chunks;  ///< 32 / chunk_size a warp
  View<const float> coordinates;
  View<Vec3AndValue> displacements_m;
};

inline constexpr int max_paper_chunk_modes = 32;

/// These throw Error(unavailable) with the label when CUDA refuses the launch. None of them starts
/// before what came earlier on the stream has ended.
void launch_paper_part_on_cuda(const Exec& exec, const char* label, const PaperPart& part);
void launch_paper_chunks_on_cuda(const Exec& exec, const char* label, const PaperChunks& chunks);

}  // namespace limber
