// The residual of conjugate gradients against iterations, in both precisions.

#include <fmt/format.h>

#include <array>

#include "app/bench/cg_rows.h"
#include "app/bench/cg_system.h"
#include "app/bench/true_residual.h"

namespace limber {

namespace {

constexpr std::array marks{0, 1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200};

template <class T>
void add_curve(std::vector<BenchRow>& rows, const Exec& exec, const PaperMatrix& paper,
               const TrueResidual& residual, std::string_view precision) {
  CgSystem<T> system(exec, paper, SparseLayout::bin_bcsr, marks.back());
  for (const int iterations : marks) {
    system.solve(exec, CgMethod::merged, iterations);
    rows.push_back({.name = fmt::format("{} ({}), {}, iteration {}", paper.name, paper.made_of,
                                        precision, iterations),
                    .backend = std::string(name_of(exec.backend())),
                    .metric = "residual",
                    .unit = "|b|",
                    .value = residual.share_with(system.solution(exec, iterations))});
  }
}

}  // namespace

std::vector<BenchRow> cg_residuals(const Exec& exec, const PaperMatrix& paper) {
  const TrueResidual residual(paper);
  std::vector<BenchRow> rows;
  add_curve<float>(rows, exec, paper, residual, "single");
  add_curve<double>(rows, exec, paper, residual, "double");
  return rows;
}

}  // namespace limber
