// Time of an iteration of conjugate gradients: the plain method of Weber et al. (2013) with a
// kernel for each operation, their merged one, a persistent kernel, and NVIDIA's libraries.

#include <fmt/format.h>

#include <algorithm>

#include "app/bench/cg_rows.h"
#include "app/bench/cg_system.h"
#include "app/bench/cusparse_cg.h"
#include "app/bench/expect_same.h"
#include "app/bench/time_calls.h"

namespace limber {

namespace {

constexpr int iterations = 30;  // what 001 does a step
/// Of the largest unknown. On these matrices rounding makes up to 2e-5 after 30 iterations; an
/// iteration more or less makes 2e-3 at least.
constexpr float tolerance = 3e-4f;

class CgTimes {
 public:
  CgTimes(Exec& exec, const PaperMatrix& paper)
      : exec_(exec), paper_(paper), values_(spring_values(paper.pattern)) {
    const Exec serial(Solver::serial);
    CgSystem<float> system(serial, paper_, values_, SparseLayout::bin_csr, iterations);
    system.solve(serial, CgMethod::plain, iterations);
    expected_ = system.solution(serial, iterations);
  }

  BenchRow ours(CgMethod method, SparseLayout layout) {
    CgSystem<float> system(exec_, paper_, values_, layout, iterations);
    const MedianAndP95 seconds =
        seconds_a_call(exec_, calls(), [&] { system.solve(exec_, method, iterations); });
    return checked_row(fmt::format("{} {}", name_of(method), name_of(layout)), seconds,
                       system.solution(exec_, iterations));
  }

  BenchRow with_libraries(CusparseFormat format) {
    const std::vector<float> right = any_vector(static_cast<int>(expected_.size()));
    const Buffer<float> b(exec_, right);
    Buffer<float> x(exec_, b.size());
    CusparseCg solver(exec_, format, paper_.pattern, values_, b.view(), x.view());
    const MedianAndP95 seconds =
        seconds_a_call(exec_, calls(), [&] { solver.solve(exec_, iterations); });
    return checked_row(fmt::format("cuSPARSE+cuBLAS {}", name_of(format)), seconds,
                       x.download(exec_));
  }

 private:
  /// So many that launching a frame does not show.
  int calls() const { return exec_.solver() == Solver::cuda ? 5 : 1; }

  BenchRow checked_row(const std::string& variant, const MedianAndP95& seconds,
                       const std::vector<float>& x) const {
    const std::string name = paper_.name + ", " + variant;
    expect_same(expected_, x, tolerance, name);
    return {.name = name,
            .solver = std::string(name_of(exec_.solver())),
            .metric = "us_per_iteration",
            .unit = "us",
            .value = 1e6 * seconds.median / iterations,
            .p95 = 1e6 * seconds.p95 / iterations};
  }

  Exec& exec_;
  const PaperMatrix& paper_;
  std::vector<float> values_, expected_;
};

bool is_faster(const BenchRow& a, const BenchRow& b) { return a.value < b.value; }

}  // namespace

std::vector<BenchRow> cg_times(Exec& exec, const PaperMatrix& paper) {
  CgTimes times(exec, paper);
  const bool on_cuda = exec.solver() == Solver::cuda;
  std::vector<BenchRow> rows;
  for (const CgMethod method : all_cg_methods) {
    if (method == CgMethod::persistent && !on_cuda) continue;  // the merged one elsewhere
    for (const SparseLayout layout : all_sparse_layouts) rows.push_back(times.ours(method, layout));
  }
  std::string baseline = "plain BIN-CSR";
  double baseline_us = rows.front().value;
  if (on_cuda && has_cusparse_cg()) {
    std::vector<BenchRow> peers;
    for (const CusparseFormat format : all_cusparse_formats)
      peers.push_back(times.with_libraries(format));
    baseline = "cuSPARSE+cuBLAS";
    baseline_us = std::min_element(peers.begin(), peers.end(), is_faster)->value;
    rows.insert(rows.end(), peers.begin(), peers.end());
  }
  for (BenchRow& row : rows) {
    row.baseline = baseline;
    row.baseline_value = baseline_us;
    row.ratio = baseline_us / row.value;
  }
  return rows;
}

}  // namespace limber
