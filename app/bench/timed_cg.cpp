#include "app/bench/timed_cg.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/bench/cg_system.h"
#include "app/bench/cusparse_cg.h"
#include "app/bench/left_out.h"
#include "app/bench/time_calls.h"

namespace limber {

BenchRow TimedCg::ours(CgMethod method, SparseLayout layout) const {
  CgSystem<float> system(exec_, paper_, layout, work_.iterations);
  const MedianAndP95 seconds = seconds_per_call(
      exec_, work_.solves_per_frame, [&] { system.solve(exec_, method, work_.iterations); });
  return checked_row(fmt::format("{} {}", name_of(method), name_of(layout)), seconds,
                     system.solution(exec_, work_.iterations));
}

BenchRow TimedCg::with_libraries(CusparseFormat format) const {
  const Buffer<float> b(exec_, paper_.right_side);
  Buffer<float> x(exec_, b.size());
  CusparseCg solver(exec_, format, paper_.pattern, paper_.values, b.view(), x.view());
  const MedianAndP95 seconds = seconds_per_call(exec_, work_.solves_per_frame,
                                                [&] { solver.solve(exec_, work_.iterations); });
  return checked_row(fmt::format("cuSPARSE+cuBLAS {}", name_of(format)), seconds,
                     x.download(exec_));
}

BenchRow TimedCg::checked_row(const std::string& variant, const MedianAndP95& seconds,
                              const std::vector<float>& x) const {
  BenchRow row = work_.row(fmt::format("{}, {}", paper_.name, variant), seconds, x);
  row.backend = name_of(exec_.backend());
  return row;
}

void TimedCg::compare_with_libraries(std::vector<BenchRow>& rows) const {
  const auto is_faster = [](const BenchRow& a, const BenchRow& b) { return a.value < b.value; };
  std::string baseline = rows.front().name.substr(paper_.name.size() + 2);
  double baseline_value = rows.front().value;
  if (exec_.backend() == Backend::cuda && has_cusparse_cg()) {
    std::vector<BenchRow> peers;
    for (const CusparseFormat format : all_cusparse_formats)
      if (const std::optional<BenchRow> peer = unless_unavailable(
              fmt::format("{}, cuSPARSE+cuBLAS {}", paper_.name, name_of(format)),
              [&] { return with_libraries(format); }))
        peers.push_back(*peer);
    if (!peers.empty()) {
      baseline = "cuSPARSE+cuBLAS";
      baseline_value = std::ranges::min_element(peers, is_faster)->value;
    }
    rows.insert(rows.end(), peers.begin(), peers.end());
  }
  for (BenchRow& row : rows) compare(row, baseline, baseline_value);
}

}  // namespace limber
