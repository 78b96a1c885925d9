// Time per iteration of conjugate gradients: the plain method of [Weber13] with one kernel per
// operation, their merged one, a persistent kernel, and NVIDIA's libraries.

#include "app/bench/cg_rows.h"
#include "app/bench/cg_system.h"
#include "app/bench/expect_same.h"
#include "app/bench/timed_cg.h"

namespace limber {

namespace {

constexpr int step_iterations = 30;  // per step, as in [Weber13]
/// Relative to the largest unknown. On these matrices rounding causes up to 4e-5 after 30
/// iterations, and one more iteration at least 1e-2.
constexpr float solution_tolerance = 3e-4f;

std::vector<float> solution_on_one_core(const PaperMatrix& paper) {
  const Exec serial(Backend::serial);
  CgSystem<float> system(serial, paper, SparseLayout::bin_csr, step_iterations);
  system.solve(serial, CgMethod::plain, step_iterations);
  return system.solution(serial, step_iterations);
}

}  // namespace

std::vector<BenchRow> cg_times(Exec& exec, const PaperMatrix& paper) {
  const std::vector<float> expected = solution_on_one_core(paper);
  const bool on_cuda = exec.backend() == Backend::cuda;
  const int solves_per_frame = on_cuda ? 5 : 1;  // enough to hide the launch of a frame
  const auto row = [&](const std::string& name, const MedianAndP95& seconds,
                       const std::vector<float>& x) -> BenchRow {
    expect_same(expected, x, solution_tolerance, name);
    return {.name = name,
            .metric = "us_per_iteration",
            .unit = "us",
            .value = 1e6 * seconds.median / step_iterations,
            .p95 = 1e6 * seconds.p95 / step_iterations};
  };
  const TimedCg times(exec, paper, {step_iterations, solves_per_frame, row});
  std::vector<BenchRow> rows;
  for (const CgMethod method : all_cg_methods) {
    if (method == CgMethod::persistent && !on_cuda) continue;  // elsewhere the same as merged
    for (const SparseLayout layout : all_sparse_layouts) rows.push_back(times.ours(method, layout));
  }
  times.compare_with_libraries(rows);
  return rows;
}

}  // namespace limber
