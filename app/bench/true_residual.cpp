#include "app/bench/true_residual.h"

#include <cmath>

namespace limber {

TrueResidual::TrueResidual(const PaperMatrix& paper)
    : matrix_(serial_, paper.pattern, 3, SparseLayout::bin_bcsr),
      diagonal_(diagonal_of(paper.pattern, paper.values)),
      b_(paper.right_side) {
  matrix_.upload(serial_, paper.pattern,
                 std::vector<double>(paper.values.begin(), paper.values.end()));
  of_b_ = norm_with(std::vector<double>(b_.size(), 0.0));
}

double TrueResidual::share(const std::vector<double>& x) const { return norm_with(x) / of_b_; }

double TrueResidual::norm_with(const std::vector<double>& x) const {
  const Buffer<double> there(serial_, x);
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

}  // namespace limber
