#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/options.h"

namespace limber {

/// Simulated seconds of a frame.
inline constexpr double bench_frame_s = 1.0 / 60.0;

/// One measured value. `ratio` is how many times better it is than the baseline: above 1 is better,
/// whatever the unit.
struct BenchRow {
  std::string name;     ///< starts with the scene's id or the matrix's name
  std::string backend;  ///< serial, tbb, cuda; empty where no backend is involved
  std::string metric;   ///< steps_per_s, ms_per_step, ms, colors ...
  std::string unit;
  double value = 0.0;
  std::optional<double> p95;  ///< 95th percentile of the repetitions
  std::optional<double> paper;
  std::string baseline;  ///< what `ratio` is relative to
  std::optional<double> baseline_value;
  std::optional<double> ratio;
};

/// Compares a time with a baseline's. baseline: its name.
void compare(BenchRow& row, const std::string& baseline, double baseline_ms);

struct BenchTable {
  std::string name;
  std::string title;  ///< what is measured and how, in one line
  std::vector<BenchRow> rows;
};

std::vector<std::string> bench_names();
/// What each benchmark measures: scenes/BENCH.md.
std::string benches_as_markdown();

/// Runs the named benchmarks, or all, prints their tables and writes --json. Throws Error(usage)
/// for an unknown name.
void run_bench(const Options& options);

BenchTable bench_coloring();
/// threads: number of TBB threads; 0 for all cores.
BenchTable bench_pbd(int threads);
BenchTable bench_spmv(int threads);
BenchTable bench_cg(int threads);
BenchTable bench_fem(int threads);
BenchTable bench_piles(int threads);
BenchTable bench_uq(int threads);
BenchTable bench_plants(int threads);
BenchTable bench_contact(int threads);
BenchTable bench_joints(int threads);
BenchTable bench_rigid(int threads);
BenchTable bench_fluid(int threads);
BenchTable bench_grains(int threads);
BenchTable bench_frames(int threads);
BenchTable bench_start(int threads);
BenchTable bench_convergence(int threads);

}  // namespace limber
