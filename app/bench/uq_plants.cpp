// All parts of a plant: [Wang20, tables 3 and 4].

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "app/bench/cublas_uq.h"
#include "app/bench/expect_same.h"
#include "app/bench/left_out.h"
#include "app/bench/time_calls.h"
#include "app/bench/uq_rows.h"
#include "kernels/count_launches.h"
#include "kernels/error.h"
#include "kernels/frame_graphs.h"
#include "kernels/upload.h"

namespace limber {

namespace {

/// Calls per recorded frame, limited to a few thousand launches.
int calls_of(const Exec& exec, int launches) {
  constexpr int max_launches = 6000;
  return std::clamp(max_launches / std::max(launches, 1), 1, calls_for(exec));
}

std::string shown(const DeformerOptions& options) {
  switch (options.way) {
    case DeformMethod::paper_single:
      return "the paper's kernel for one part, a launch a part";
    case DeformMethod::paper_chunks:
      return fmt::format("the paper's chunks of {}", name_of(options.chunk_sizes));
    default:
      return std::string(name_of(options.way));
  }
}

int launches_of(const DeformerOptions& options, std::size_t parts) {
  return options.way == DeformMethod::paper_single ? static_cast<int>(parts) : 1;
}

class PlantBench {
 public:
  PlantBench(const std::string& name, const std::vector<PartSize>& sizes, const PaperPlant* paper)
      : name_(name), parts_(sizes), paper_(paper) {
    Exec serial(Backend::serial);
    Deformer plain(serial, parts_.shapes, parts_.parts, {.way = DeformMethod::plain});
    const Buffer<float> q(serial, parts_.coordinates);
    const Buffer<Pose> poses(serial, parts_.poses);
    plain.place(serial, uq_label, q.view(), poses.view());
    expected_m_ = floats_of(serial, plain.displacements_m());
    expected_placed_m_ = floats_of(serial, plain.placed_m());
    bytes_ = uq_bytes(plain.mode_bytes(), plain.vertices());
  }

  double bytes() const { return bytes_; }

  BenchRow uq(Exec& exec, const DeformerOptions& options) {
    Deformer deformer(exec, parts_.shapes, parts_.parts, options);
    const Buffer<float> q(exec, parts_.coordinates);
    BenchRow row = row_of(exec, "Uq, " + shown(options),
                          seconds_per_call(exec, calls(exec, options),
                                           [&] { deformer.displace(exec, uq_label, q.view()); }));
    expect_same(expected_m_, floats_of(exec, deformer.displacements_m()), uq_tolerance, row.name);
    if (!paper_) return row;
    if (exec.backend() == Backend::tbb) row.paper = paper_->cpu_uq_ms;
    if (exec.backend() == Backend::cuda && options.way == DeformMethod::fused)
      row.paper = paper_->cuda_uq_ms;
    if (options.way == DeformMethod::paper_chunks)
      row.paper = paper_->chunk_sizes_ms[static_cast<std::size_t>(options.chunk_sizes)];
    return row;
  }

  /// Kernels of u = U q: column #krnl of the paper's table 4.
  BenchRow kernels(Exec& exec, const DeformerOptions& options) {
    Deformer deformer(exec, parts_.shapes, parts_.parts, options);
    const Buffer<float> q(exec, parts_.coordinates);
    BenchRow row{.name = fmt::format("{}, Uq, {}", name_, shown(options)),
                 .backend = std::string(name_of(exec.backend())),
                 .metric = "kernels",
                 .value = static_cast<double>(
                     count_launches(exec, [&] { deformer.displace(exec, uq_label, q.view()); }))};
    if (paper_ && options.way == DeformMethod::paper_chunks &&
        options.chunk_sizes == ChunkSizes::six_and_eight)
      row.paper = paper_->kernels;
    return row;
  }

  /// The paper's methods, without the pose matrices, which the paper computes on the CPU.
  BenchRow uq_and_place(Exec& exec, const DeformerOptions& options) {
    Deformer deformer(exec, parts_.shapes, parts_.parts, options);
    const Buffer<float> q(exec, parts_.coordinates);
    const Buffer<Pose> poses(exec, parts_.poses);
    deformer.pack_transforms(exec, uq_label, poses.view());
    const auto deform = [&] {
      if (is_of_paper(options.way)) {
        deformer.displace(exec, uq_label, q.view());
        deformer.place_displaced(exec, uq_label, poses.view());
      } else {
        deformer.place(exec, uq_label, q.view(), poses.view());
      }
    };
    BenchRow row = row_of(exec, "Uq and T, " + shown(options),
                          seconds_per_call(exec, calls(exec, options), deform));
    expect_same(expected_placed_m_, floats_of(exec, deformer.placed_m()), uq_tolerance, row.name);
    if (paper_ && exec.backend() == Backend::tbb)
      row.paper = paper_->cpu_uq_ms + paper_->cpu_place_ms;
    if (paper_ && exec.backend() == Backend::cuda)
      row.paper = paper_->cuda_uq_ms + paper_->cuda_place_ms;
    return row;
  }

  /// x = T (rest + u) alone: column T of the paper's table 4.
  BenchRow place(Exec& exec, DeformMethod way) {
    Deformer deformer(exec, parts_.shapes, parts_.parts, {.way = way});
    const Buffer<float> q(exec, parts_.coordinates);
    const Buffer<Pose> poses(exec, parts_.poses);
    deformer.pack_transforms(exec, uq_label, poses.view());
    deformer.displace(exec, uq_label, q.view());
    const bool of_paper = is_of_paper(way);
    BenchRow row = row_of(exec, of_paper ? "T, the paper's kernel" : "T, plain",
                          seconds_per_call(exec, calls_for(exec), [&] {
                            deformer.place_displaced(exec, uq_label, poses.view());
                          }));
    expect_same(expected_placed_m_, floats_of(exec, deformer.placed_m()), uq_tolerance, row.name);
    if (paper_ && exec.backend() == Backend::tbb) row.paper = paper_->cpu_place_ms;
    if (paper_ && of_paper) row.paper = paper_->cuda_place_ms;
    return row;
  }

  /// The matrices that the paper's T starts from, computed from poses on the GPU.
  BenchRow transforms(Exec& exec) {
    Deformer deformer(exec, parts_.shapes, parts_.parts, {.way = DeformMethod::paper_chunks});
    const Buffer<Pose> poses(exec, parts_.poses);
    return row_of(exec, "matrices for the paper's T", seconds_per_call(exec, calls_for(exec), [&] {
                    deformer.pack_transforms(exec, uq_label, poses.view());
                  }));
  }

  std::optional<BenchRow> cublas(Exec& exec, CublasUqMethod way) {
    std::string what = fmt::format("Uq, cuBLAS {}", name_of(way));
    return unless_unavailable(fmt::format("{}, {}", name_, what), [&] {
      CublasUq peer(exec, way, parts_.shapes, parts_.coordinates);
      const auto multiply = [&] { peer.multiply(exec); };
      const int calls = calls_of(exec, peer.calls());
      MedianAndP95 seconds;
      try {
        seconds = seconds_per_call(exec, calls, multiply);
      } catch (const Error&) {
        what += ", not recorded";
        seconds = seconds_per_call(exec, calls, multiply, false);
      }
      BenchRow row = row_of(exec, what, seconds);
      expect_same(expected_m_, peer.displacements(exec), uq_tolerance, row.name);
      if (paper_ && way == CublasUqMethod::per_part) row.paper = paper_->cublas_uq_ms;
      return row;
    });
  }

  /// Time per frame, including the upload of new q and T, over many frames: the host writes the
  /// next ones while the GPU works.
  BenchRow frame(Exec& exec) {
    constexpr int blocks = 15, frames_per_block = 100;
    Deformer deformer(exec, parts_.shapes, parts_.parts);
    FrameGraphs graphs;
    const auto seconds_per_frame = [&](const std::function<void()>& frame) {
      std::vector<double> seconds;
      for (int block = -1; block < blocks; ++block) {  // the first records and warms up
        exec.synchronize();
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < frames_per_block; ++i) frame();
        exec.synchronize();
        const auto taken = std::chrono::steady_clock::now() - start;
        if (block >= 0)
          seconds.push_back(std::chrono::duration<double>(taken).count() / frames_per_block);
      }
      return median_and_p95(seconds);
    };

    Upload<float> q(exec, static_cast<int>(parts_.coordinates.size()));
    Upload<Pose> poses(exec, static_cast<int>(parts_.poses.size()));
    const auto overlapped = [&] {
      std::memcpy(q.begin().data, parts_.coordinates.data(),
                  sizeof(float) * parts_.coordinates.size());
      std::memcpy(poses.begin().data, parts_.poses.data(), sizeof(Pose) * parts_.poses.size());
      q.send(exec);
      poses.send(exec);
      graphs.run(exec, static_cast<std::uint64_t>(q.slot()),
                 [&] { deformer.place(exec, uq_label, q.view(), poses.view(), q.slot()); });
    };
    BenchRow uploads = row_of(exec, "frame, q and T written and sent beside the kernels",
                              seconds_per_frame(overlapped));

    Buffer<float> q_in_turn(exec, parts_.coordinates);
    Buffer<Pose> poses_in_turn(exec, parts_.poses);
    const auto in_turn = [&] {
      q_in_turn.upload(exec, parts_.coordinates);
      poses_in_turn.upload(exec, parts_.poses);
      graphs.run(exec, 2,
                 [&] { deformer.place(exec, uq_label, q_in_turn.view(), poses_in_turn.view()); });
    };
    const double in_turn_ms = 1e3 * seconds_per_frame(in_turn).median;
    compare(uploads, "sent from pageable memory, in turn", in_turn_ms);
    expect_same(expected_placed_m_, floats_of(exec, deformer.placed_m(q.slot())), uq_tolerance,
                uploads.name);
    return uploads;
  }

 private:
  int calls(const Exec& exec, const DeformerOptions& options) const {
    return calls_of(exec, launches_of(options, parts_.parts.size()));
  }

  BenchRow row_of(const Exec& exec, const std::string& what, const MedianAndP95& seconds) const {
    return ms_row(name_ + ", " + what, exec, seconds);
  }

  std::string name_;
  RandomParts parts_;
  const PaperPlant* paper_;
  std::vector<float> expected_m_, expected_placed_m_;
  double bytes_ = 0.0;
};

std::vector<BenchRow> rows_on_cuda(PlantBench& bench, std::optional<double> copy_per_s) {
  Exec exec(Backend::cuda);
  std::vector<BenchRow> rows{bench.uq(exec, {}), bench.uq(exec, {.way = DeformMethod::plain}),
                             bench.uq(exec, {.way = DeformMethod::paper_single})};
  for (const ChunkSizes sizes : all_chunk_sizes)
    rows.push_back(bench.uq(exec, {.way = DeformMethod::paper_chunks, .chunk_sizes = sizes}));
  std::optional<BenchRow> peer;
  for (const CublasUqMethod way : all_cublas_uq_ways) {
    if (!has_cublas_uq()) break;
    const std::optional<BenchRow> row = bench.cublas(exec, way);
    if (!row) continue;
    rows.push_back(*row);
    if (!peer || row->value < peer->value) peer = row;
  }
  const std::size_t ways = rows.size();
  for (std::size_t k = 0; k < ways; ++k) {
    if (peer)
      compare(rows[k], "best of cuBLAS:" + peer->name.substr(peer->name.rfind("BLAS") + 4),
              peer->value);
    if (copy_per_s) rows.push_back(share_row(rows[k], bench.bytes(), *copy_per_s));
  }
  const BenchRow chunks = bench.uq_and_place(exec, {.way = DeformMethod::paper_chunks});
  for (BenchRow row : {bench.uq_and_place(exec, {}),
                       bench.uq_and_place(exec, {.way = DeformMethod::plain}), chunks}) {
    compare(row, "the paper's chunks", chunks.value);
    rows.push_back(row);
  }
  const BenchRow plain = bench.place(exec, DeformMethod::plain);
  for (BenchRow row : {plain, bench.place(exec, DeformMethod::paper_chunks)}) {
    compare(row, "T, plain", plain.value);
    rows.push_back(row);
  }
  rows.push_back(bench.transforms(exec));
  rows.push_back(bench.frame(exec));
  for (const DeformMethod way : all_deform_ways) rows.push_back(bench.kernels(exec, {.way = way}));
  return rows;
}

}  // namespace

std::vector<BenchRow> uq_plant_rows(const std::string& name, const std::vector<PartSize>& sizes,
                                    const PaperPlant* paper, int threads,
                                    std::optional<double> copy_per_s) {
  PlantBench bench(name, sizes, paper);
  Exec serial(Backend::serial), tbb(Backend::tbb, threads);
  std::vector<BenchRow> rows;
  const auto add = [&](BenchRow of_serial, BenchRow of_tbb) {
    for (BenchRow* row : {&of_serial, &of_tbb}) {
      compare(*row, "one core", of_serial.value);
      rows.push_back(*row);
    }
  };
  add(bench.uq(serial, {}), bench.uq(tbb, {}));
  add(bench.uq_and_place(serial, {}), bench.uq_and_place(tbb, {}));
  add(bench.place(serial, DeformMethod::plain), bench.place(tbb, DeformMethod::plain));
  rows.push_back(bench.kernels(tbb, {}));
  if (!device::info().usable) return rows;
  const std::vector<BenchRow> on_cuda = rows_on_cuda(bench, copy_per_s);
  rows.insert(rows.end(), on_cuda.begin(), on_cuda.end());
  return rows;
}

}  // namespace limber
