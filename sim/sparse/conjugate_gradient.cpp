#include "sim/sparse/conjugate_gradient.h"

#include <fmt/format.h>

#include <utility>

#include "kernels/error.h"
#include "kernels/sparse/persistent.h"

namespace limber {

namespace {

constexpr const char* gradient_label = "solve";

}  // namespace

template <class T, int D>
ConjugateGradient<T, D>::ConjugateGradient(const Exec& exec, const SparseMatrix<T>& matrix,
                                           int max_iterations)
    : nodes_(matrix.dimension() / D) {
  matrix.visit([&](const auto& view) {
    units_ = view.units();
    lanes_ = view.lanes();
  });
  for (Buffer<T>* vector : {&r_, &d_, &q_, &s_}) *vector = {exec, nodes_ * D};
  inverse_ = {exec, nodes_};
  log_ = {exec, max_iterations + 1};
  make_sums(exec);
}

template <class T, int D>
void ConjugateGradient<T, D>::make_sums(const Exec& exec) {
  sums_of_product_ = {exec, parts_of_sum(exec, units_, lanes_)};
  sums_of_nodes_ = {exec, parts_of_sum(exec, nodes_)};
  sums_of_scalars_ = {exec, parts_of_sum(exec, nodes_ * D)};
  if (exec.backend() != Backend::cuda) return;
  ad_ = {exec, nodes_ * D};
  padded_ = {exec, nodes_ * 4};
  sums_of_persistent_ = {exec, slots_per_block * max_row_blocks()};
}

template <class T, int D>
void ConjugateGradient<T, D>::check(const SparseMatrix<T>& matrix,
                                    const CgSettings& settings) const {
  int units = 0, lanes = 1;
  matrix.visit([&](const auto& view) {
    units = view.units();
    lanes = view.lanes();
  });
  if (matrix.dimension() != nodes_ * D || units != units_ || lanes != lanes_)
    throw Error(ExitCode::internal, "the solver was made for another matrix");
  if (settings.iterations < 0 || settings.iterations >= log_.size())
    throw Error(ExitCode::internal,
                fmt::format("conjugate gradients: {} iterations are not in 0 to {}",
                            settings.iterations, log_.size() - 1));
  if (!(settings.tolerance >= 0.0) || settings.check_every < 1)
    throw Error(ExitCode::internal,
                "conjugate gradients: the tolerance must not be negative, and check_every must be "
                "at least 1");
  if (settings.preconditioner == Preconditioner::block_jacobi &&
      (D != 3 || matrix.layout() == SparseLayout::bin_csr))
    throw Error(ExitCode::internal, "block Jacobi needs a matrix of 3x3 blocks, BIN-BCSR or BSELL");
}

template <class T, int D>
void ConjugateGradient<T, D>::solve(const Exec& exec, const SparseMatrix<T>& matrix,
                                    View<const T> b, View<T> x, const CgSettings& settings,
                                    const HeldNodes<T, D>& held, const NodeSprings& springs) {
  check(matrix, settings);
  iterations_ = settings.iterations;
  method_ = settings.method == CgMethod::persistent && exec.backend() != Backend::cuda
                ? CgMethod::merged
                : settings.method;
  const CgVectors<T> v{x, r_.view(), d_.view(), q_.view(), s_.view()};
  matrix.visit(springs, [&](const auto& view) {
    using Matrix = std::decay_t<decltype(view)>;
    if constexpr (D == 3 || std::is_same_v<Matrix, BinCsr<T>>) {
      launch_start(exec, view, b, v, settings, held);
      if (method_ == CgMethod::persistent) {
        launch_persistent_cg_on_cuda(
            exec, gradient_label,
            PersistentCg<Matrix, D>{view, v, ad_.view(), readable(inverse_), held.filters,
                                    log_.view(), iterations_, settings.check_every,
                                    sums_of_persistent_.view(), padded_.view()});
        return;
      }
      for (int k = 0; k < iterations_; ++k) {
        const CgPlace place{log_.view(), k};
        const bool look = settings.tolerance > 0.0 && (k + 1) % settings.check_every == 0;
        if (method_ == CgMethod::plain)
          launch_plain(exec, view, v, place, held, look);
        else
          launch_merged(exec, view, v, place, held, look);
      }
    }
  });
}

template <class T, int D>
template <class Matrix>
void ConjugateGradient<T, D>::launch_start(const Exec& exec, const Matrix& matrix, View<const T> b,
                                           const CgVectors<T>& v, const CgSettings& settings,
                                           const HeldNodes<T, D>& held) {
  launch(exec, gradient_label, nodes_,
         InvertDiagonal<Matrix, D>{matrix, inverse_.view(),
                                   settings.preconditioner == Preconditioner::block_jacobi});
  launch_rows(exec, gradient_label, nodes_, SetFirstGuess<T, D>{held.filters, held.values, v});
  launch_rows(exec, gradient_label, units_, Multiply<Matrix>{matrix, v.x, v.q});
  const View<double> sums = sums_of_nodes_.view();
  if (settings.tolerance > 0.0) {
    launch_rows(exec, gradient_label, nodes_,
                SizeOfRightSide<T, D>{b, readable(inverse_), held.filters, sums});
    launch_rows(exec, gradient_label, 1, NoteTarget{log_.view(), settings.tolerance, sums});
  }
  launch_rows(
      exec, gradient_label, nodes_,
      StartResidual<T, D>{v, b, readable(inverse_), held.filters, settings.warm_start, sums});
  if (settings.warm_start) {
    const View<double> of_product = sums_of_product_.view();
    launch_rows(exec, gradient_label, 1, NoteSlope{log_.view(), sums});
    launch_rows(exec, gradient_label, units_,
                MultiplyDirection<Matrix>{matrix, v.d, v.q, {log_.view(), 0}, of_product});
    launch_rows(exec, gradient_label, nodes_,
                MoveAlongGuess<T, D>{v, readable(inverse_), held.filters, readable(log_),
                                     of_product, sums});
  }
  launch_rows(exec, gradient_label, 1,
              BeginLog<T>{log_.view(), settings.tolerance, settings.warm_start, sums});
}

template <class T, int D>
template <class Matrix>
void ConjugateGradient<T, D>::launch_merged(const Exec& exec, const Matrix& matrix,
                                            const CgVectors<T>& v, const CgPlace& place,
                                            const HeldNodes<T, D>& held, bool check) {
  const View<double> of_product = sums_of_product_.view(), of_nodes = sums_of_nodes_.view();
  launch_rows(exec, gradient_label, units_,
              MultiplyDirection<Matrix>{matrix, v.d, v.q, place, of_product});
  launch_rows(exec, gradient_label, nodes_,
              MoveSolution<T, D>{v, readable(inverse_), held.filters, place, of_product, of_nodes});
  launch_rows(exec, gradient_label, nodes_ * D, TurnDirection<T>{v.s, v.d, place, check, of_nodes});
}

template <class T, int D>
template <class Matrix>
void ConjugateGradient<T, D>::launch_plain(const Exec& exec, const Matrix& matrix,
                                           const CgVectors<T>& v, const CgPlace& place,
                                           const HeldNodes<T, D>& held, bool check) {
  const int scalars = nodes_ * D;
  const View<double> sums = sums_of_scalars_.view();
  launch_rows(exec, gradient_label, units_, Multiply<Matrix>{matrix, v.d, v.q});
  if (!held.filters.empty())
    launch_rows(exec, gradient_label, nodes_, ApplyBlocks<T, D>{held.filters, v.q, v.q});
  launch_rows(exec, gradient_label, scalars, Dot<T>{v.d, v.q, sums});
  launch_rows(exec, gradient_label, scalars, AddScaled<T>{v.d, v.x, T(1), place, sums});
  launch_rows(exec, gradient_label, scalars, AddScaled<T>{v.q, v.r, T(-1), place, sums});
  launch_rows(exec, gradient_label, nodes_, ApplyBlocks<T, D>{readable(inverse_), v.r, v.s});
  if (!held.filters.empty())
    launch_rows(exec, gradient_label, nodes_, ApplyBlocks<T, D>{held.filters, v.s, v.s});
  launch_rows(exec, gradient_label, scalars, Dot<T>{v.r, v.s, sums});
  launch_rows(exec, gradient_label, scalars, TurnDirection<T>{v.s, v.d, place, check, sums});
}

template <class T, int D>
void ConjugateGradient<T, D>::request_outcome(const Exec& exec) {
  readback_.request(exec, readable(log_).part(iterations_, 1));
}

template <class T, int D>
std::vector<CgEntry> ConjugateGradient<T, D>::log(const Exec& exec) const {
  std::vector<CgEntry> entries = log_.download(exec);
  entries.resize(iterations_ + 1);
  return entries;
}

template <class T, int D>
void ConjugateGradient<T, D>::archive(Archive& archive) {
  archive.scratch(r_, d_, q_, s_, inverse_, log_);
  archive.after_move([this](const Exec& to) {
    readback_.forget();
    make_sums(to);  // the number of partial sums depends on the backend
  });
}

std::string breakdown_of(const CgEntry& outcome) {
  switch (outcome.status) {
    case CgStatus::indefinite:
      return fmt::format(
          "conjugate gradients broke down after {} iterations: the matrix is not positive definite",
          outcome.iterations);
    case CgStatus::not_finite:
      return fmt::format(
          "conjugate gradients broke down after {} iterations: a value is not finite",
          outcome.iterations);
    default:
      return {};
  }
}

template class ConjugateGradient<float, 1>;
template class ConjugateGradient<float, 3>;
template class ConjugateGradient<double, 1>;
template class ConjugateGradient<double, 3>;

}  // namespace limber
