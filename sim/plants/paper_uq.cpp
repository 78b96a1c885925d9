#include "sim/plants/paper_uq.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/error.h"

namespace limber {

namespace {

/// U at a row of the part and a mode; 0 for modes beyond the last.
float entry_of(const View<const Quad4>& modes, const DeformedPart& part, int row, int mode) {
  if (mode >= part.modes) return 0.0f;
  const QuadsOfVertex at = quads_of(part, row / 3);
  const int number = 3 * mode + row % 3;
  return modes[at.first + number / 4 * at.stride].at[number % 4];
}

/// Threads that share a row: N in the paper.
int threads_per_row(const DeformedPart& part) { return (part.modes + 3) / 4; }

/// The paper's choices, section 4.3 and table 3.
int chunk_size_for(ChunkSizes sizes, int threads_per_row) {
  switch (sizes) {
    case ChunkSizes::eight:
      return 8;
    case ChunkSizes::six_and_eight:
      return threads_per_row == 4 || threads_per_row >= 7 ? 8 : 6;
    case ChunkSizes::six_and_eight_less_six:
      return threads_per_row == 3 || threads_per_row == 5 || threads_per_row == 6 ? 6 : 8;
    case ChunkSizes::five_to_eight:
      if (threads_per_row == 5 || threads_per_row == 7) return threads_per_row;
      return threads_per_row == 4 || threads_per_row == 8 ? 8 : 6;
  }
  return 8;
}

void check_modes(const std::vector<DeformedPart>& parts, int max_count) {
  for (const DeformedPart& part : parts)
    if (part.modes > max_count)
      throw Error(ExitCode::bad_input,
                  fmt::format("a part has {} modes and this kernel of the paper takes at most {}; "
                              "deform it with the fused kernel",
                              part.modes, max_count));
}

}  // namespace

PaperUq::PaperUq(const Exec& exec, const DeformerOptions& options,
                 const std::vector<DeformedPart>& parts, const View<const Quad4>& modes)
    : batch_(options.batch) {
  if (options.way == DeformMethod::paper_single) {
    if (std::ranges::find(paper_batches, batch_) == paper_batches.end())
      throw Error(ExitCode::bad_input, fmt::format("a thread can add up {} products, not {}",
                                                   fmt::join(paper_batches, ", "), batch_));
    check_modes(parts, max_paper_modes(batch_));
    pack_parts(exec, parts, modes, batch_);
  } else {
    check_modes(parts, max_paper_chunk_modes);
    for (int chunk_size = 5; chunk_size <= 8; ++chunk_size)
      pack_chunks(exec, parts, modes, chunk_size, options.chunk_sizes);
  }
}

void PaperUq::pack_parts(const Exec& exec, const std::vector<DeformedPart>& parts,
                         const View<const Quad4>& modes, int batch) {
  std::vector<float> rows;
  for (const DeformedPart& part : parts) {
    if (part.modes == 0) continue;
    const PaperPart layout{
        .displacements_m = {nullptr, part.vertices}, .modes = part.modes, .batch = batch};
    const std::size_t first = rows.size();
    rows.resize(first + static_cast<std::size_t>(layout.groups()) * layout.group_places());
    for (int row = 0; row < 3 * part.vertices; ++row) {
      const int group = row / layout.rows_per_group();
      float* to = rows.data() + first + static_cast<std::size_t>(group) * layout.group_places() +
                  row % layout.rows_per_group() * layout.row_places();
      for (int mode = 0; mode < part.modes; ++mode) to[mode] = entry_of(modes, part, row, mode);
    }
    parts_.push_back({part, static_cast<int>(first), static_cast<int>(rows.size() - first)});
  }
  rows_ = {exec, rows};
  exec.synchronize();  // before the vector is freed
}

void PaperUq::pack_chunks(const Exec& exec, const std::vector<DeformedPart>& parts,
                          const View<const Quad4>& modes, int chunk_size, ChunkSizes sizes) {
  const int chunks_per_warp = 32 / chunk_size;
  std::vector<Quad4> reshaped;
  std::vector<PaperChunk> chunks;
  for (const DeformedPart& part : parts) {
    const int threads = threads_per_row(part);
    if (threads == 0 || chunk_size_for(sizes, threads) != chunk_size) continue;
    const int rows_per_chunk = chunk_size / threads;
    for (int first = 0; first < 3 * part.vertices; first += rows_per_chunk) {
      const int place = static_cast<int>(chunks.size());
      const int rows = std::min(rows_per_chunk, 3 * part.vertices - first);
      chunks.push_back({part.first_coordinate, 3 * part.first_vertex + first, threads, rows});
      if (place % chunks_per_warp == 0) reshaped.resize(reshaped.size() + 32);
      Quad4* to = reshaped.data() + reshaped.size() - 32 + place % chunks_per_warp * chunk_size;
      for (int row = first; row < first + rows; ++row)
        for (int k = 0; k < threads; ++k, ++to)
          for (int m = 0; m < 4; ++m) to->at[m] = entry_of(modes, part, row, 4 * k + m);
    }
  }
  if (chunks.empty()) return;
  ChunksOfSize size{chunk_size, {exec, reshaped}, {exec, chunks}, nullptr, nullptr};
  exec.synchronize();  // before the vectors are freed
  if (!sizes_.empty()) {
    size.side = std::make_unique<Exec>(Backend::cuda);
    size.joined = device::create_event();
    if (!forked_) forked_ = device::create_event();
  }
  sizes_.push_back(std::move(size));
}

void PaperUq::displace(const Exec& exec, const char* label, View<const float> coordinates,
                       View<Vec3AndValue> displacements_m) {
  for (const PackedPart& packed : parts_) {
    const DeformedPart& part = packed.part;
    launch_paper_part_on_cuda(
        exec, label,
        {.rows = readable(rows_).part(packed.first_place, packed.places),
         .coordinates = coordinates.part(part.first_coordinate, part.modes),
         .displacements_m = displacements_m.part(part.first_vertex, part.vertices),
         .modes = part.modes,
         .batch = batch_});
  }
  const auto on = [&](const ChunksOfSize& size) -> const Exec& {
    return size.side ? *size.side : exec;
  };
  for (const ChunksOfSize& size : sizes_)
    if (size.side) device::order(exec.stream(), size.side->stream(), forked_.get());
  for (const ChunksOfSize& size : sizes_)
    launch_paper_chunks_on_cuda(on(size), label,
                                {.chunk_size = size.chunk_size,
                                 .modes = readable(size.modes),
                                 .chunks = readable(size.chunks),
                                 .coordinates = coordinates,
                                 .displacements_m = displacements_m});
  for (const ChunksOfSize& size : sizes_)
    if (size.side) device::order(size.side->stream(), exec.stream(), size.joined.get());
}

}  // namespace limber
