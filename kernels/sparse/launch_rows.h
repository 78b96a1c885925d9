#pragma once

// Kernels over rows that begin with a sum over all rows, or end with one, without a kernel for the
// sum: [Weber13, section 3.2 and figure 4]. Each block (on the CPU: each chunk of rows) leaves its
// partial sum; the kernel that needs the sum adds these up in every block. Sums are in double
// precision and in a fixed order, which on the CPU does not depend on the number of threads.
//
// A body is a trivially copyable struct with
//   View<const double> incoming     the partial sums that it begins with; may be empty
//   View<double> outgoing           where its own parts go; empty if it sums nothing
//   Start start(double sum) const   once per block: what all rows need, from the sum
//   void conclude(const Start&) const                  once, by one thread, at the end of a block;
//                                   must not write what another block's start() reads
// and either
//   double row(int i, const Start&) const              returns the row's part of the sum
// or, where threads may share a row,
//   int lanes() const               how many: a power of two
//   Part part(int i, int lane, const Start&) const     parts are added up as a tree
//   double finish(int i, const Part&, const Start&) const
// Each body is listed once in sparse.cu with LIMBER_ROWS.

#include <algorithm>
#include <type_traits>

#include "kernels/launch.h"
#include "kernels/sparse/block_sell.h"

namespace limber {

inline constexpr int rows_per_chunk = 1024;        ///< CPU
inline constexpr int row_threads_per_block = 128;  ///< GPU
/// As many blocks as the GPU holds at once; they continue with further rows. Bounds the number of
/// partial sums that every block of the next kernel adds up.
inline int max_row_blocks() {
  const device::Info& gpu = device::info();
  return gpu.multiprocessors * (gpu.threads_per_multiprocessor / row_threads_per_block);
}

/// The Start of a body that needs no sum.
struct Nothing {};

template <class Body>
concept SharedRows = requires(const Body& body) {
  body.lanes();
};

template <class Body>
LIMBER_HD int lanes_of(const Body& body) {
  if constexpr (SharedRows<Body>)
    return body.lanes();
  else
    return 1;
}

/// Thread blocks for this many rows on the GPU.
inline int row_blocks(int rows, int lanes) {
  return (rows * lanes + row_threads_per_block - 1) / row_threads_per_block;
}

/// The number of partial sums that a kernel over this many rows leaves.
inline int parts_of_sum(const Exec& exec, int rows, int lanes = 1) {
  if (exec.backend() != Backend::cuda) return (rows + rows_per_chunk - 1) / rows_per_chunk;
  return std::min(row_blocks(rows, lanes), max_row_blocks());
}

/// What TBB and serial run: a chunk of rows per element.
template <class Body>
struct ChunkOfRows {
  static constexpr int grain = 1;
  Body body;
  int rows;

  void operator()(int chunk) const {
    double incoming = 0.0;
    for (int i = 0; i < body.incoming.size; ++i) incoming += body.incoming[i];
    const auto start = body.start(incoming);
    const int first = chunk * rows_per_chunk;
    const int last = first + rows_per_chunk < rows ? first + rows_per_chunk : rows;
    double sum = 0.0;
    for (int i = first; i < last; ++i) sum += one_row(i, start);
    if (!body.outgoing.empty()) body.outgoing[chunk] = sum;
    if (chunk == 0) body.conclude(start);
  }

 private:
  template <class Start>
  double one_row(int i, const Start& start) const {
    if constexpr (SharedRows<Body>) {
      using Part = decltype(body.part(0, 0, start));
      Part parts[max_lanes];
      const int lanes = body.lanes();
      for (int lane = 0; lane < lanes; ++lane) parts[lane] = body.part(i, lane, start);
      for (int half = lanes / 2; half > 0; half /= 2)
        for (int lane = 0; lane < half; ++lane) parts[lane] += parts[lane + half];
      return body.finish(i, parts[0], start);
    } else {
      return body.row(i, start);
    }
  }
};

template <class Body>
void launch_rows_on_cuda(const Exec& exec, const char* label, int rows, const Body& body);

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
template <class Body>
void launch_rows(const Exec& exec, const char* label, int rows, const Body& body) {
  static_assert(std::is_trivially_copyable_v<Body>);
  if (rows <= 0) return;
  if (exec.backend() != Backend::cuda) {
    launch_on_host(exec, label, (rows + rows_per_chunk - 1) / rows_per_chunk,
                   ChunkOfRows<Body>{body, rows});
    return;
  }
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_rows_on_cuda(exec, label, rows, body);
}

}  // namespace limber
