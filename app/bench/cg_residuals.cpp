// The residual of conjugate gradients by iterations, in both precisions.

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/bench/cg_rows.h"
#include "app/bench/cg_system.h"

namespace limber {

namespace {

constexpr std::array marks{0, 1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200};

/// What a solution really leaves, computed in double precision. The solver's own residual is kept
/// by recurrence and goes on falling where x in single precision has no more digits.
class TrueResidual {
 public:
  TrueResidual(const PaperMatrix& paper, const std::vector<float>& values)
      : matrix_(serial_, paper.pattern, 3, SparseLayout::bin_bcsr),
        diagonal_(diagonal_of(paper.pattern, values)),
        b_(any_vector(matrix_.dimension())) {
    matrix_.upload(serial_, paper.pattern, std::vector<double>(values.begin(), values.end()));
  }

  /// |b - A x| in the preconditioner's norm, the root of r.M^-1 r.
  template <class T>
  double norm_with(const std::vector<T>& x) const {
    const Buffer<double> there(serial_, std::vector<double>(x.begin(), x.end()));
    Buffer<double> product(serial_, there.size());
    matrix_.multiply(serial_, there.view(), product.view());
    const std::vector<double> ax = product.download(serial_);
    double sum = 0.0;
    for (std::size_t i = 0; i < ax.size(); ++i) {
      const double r = static_cast<double>(b_[i]) - ax[i];
      sum += r * r / static_cast<double>(diagonal_[i]);
    }
    return std::sqrt(sum);
  }

 private:
  Exec serial_{Solver::serial};
  SparseMatrix<double> matrix_;
  std::vector<float> diagonal_, b_;
};

template <class T>
void add_curve(std::vector<BenchRow>& rows, const Exec& exec, const PaperMatrix& paper,
               const std::vector<float>& values, std::string_view precision) {
  const TrueResidual residual(paper, values);
  CgSystem<T> system(exec, paper, values, SparseLayout::bin_bcsr, marks.back());
  double of_b = 0.0;  // x is zero before the first iteration
  for (const int iterations : marks) {
    system.solve(exec, CgMethod::merged, iterations);
    const double left = residual.norm_with(system.solution(exec, iterations));
    if (iterations == 0) of_b = left;
    rows.push_back({.name = fmt::format("{}, {}, iteration {}", paper.name, precision, iterations),
                    .solver = std::string(name_of(exec.solver())),
                    .metric = "residual",
                    .unit = "|b|",
                    .value = left / of_b});
  }
}

}  // namespace

std::vector<BenchRow> cg_residuals(const Exec& exec, const PaperMatrix& paper) {
  const std::vector<float> values = spring_values(paper.pattern);
  std::vector<BenchRow> rows;
  add_curve<float>(rows, exec, paper, values, "single");
  add_curve<double>(rows, exec, paper, values, "double");
  return rows;
}

}  // namespace limber
