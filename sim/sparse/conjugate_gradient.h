#pragma once

// The conjugate gradient solver of implicit time integration: The kernels are in
// kernels/sparse/conjugate_gradient.h and persistent.h. Only log() and outcome() wait for the GPU,
// and solve() may be part of a recorded frame.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/readback.h"
#include "kernels/sparse/conjugate_gradient.h"
#include "sim/archive.h"
#include "sim/sparse/sparse_matrix.h"

namespace limber {

enum class CgMethod {
  plain,       ///< a kernel for each operation, nine per iteration: the baseline
  merged,      ///< three kernels per iteration [Weber13, section 3.2]
  persistent,  ///< all iterations in one kernel; runs as merged on the CPU
};

inline constexpr std::array all_cg_methods{CgMethod::plain, CgMethod::merged, CgMethod::persistent};

constexpr std::string_view name_of(CgMethod method) {
  constexpr std::array<std::string_view, 3> names{"plain", "merged", "persistent"};
  return names[static_cast<int>(method)];
}

enum class Preconditioner { jacobi, block_jacobi };

struct CgSettings {
  CgMethod method = CgMethod::merged;
  Preconditioner preconditioner = Preconditioner::jacobi;
  int iterations = 30;  ///< maximum
  /// Stops when the residual is at most this fraction of the right-hand side, both in the norm of
  /// the preconditioner [Baraff98]; 0: always runs all iterations.
  double tolerance = 0.0;
  int check_every = 1;     ///< iterations between two tests of the tolerance
  bool warm_start = true;  ///< starts from x, scaled by a line search; else from zero
};

/// Constrained unknowns. Both empty: none.
template <class T, int D>
struct HeldNodes {
  Filters<T, D> filters;   ///< one per node
  View<const T> values{};  ///< of x in the directions that filters remove; empty: zero
};

/// D: unknowns per node, 1 or 3.
template <class T, int D>
class ConjugateGradient {
 public:
  ConjugateGradient() = default;
  /// For matrices with the size and layout of `matrix`.
  ConjugateGradient(const Exec& exec, const SparseMatrix<T>& matrix, int max_iterations);

  /// Solves A x = b for the free unknowns. b, x: of size matrix.dimension(); b is filtered when
  /// read. springs: added to the matrix; only for float and three unknowns per node. Throws
  /// Error(internal) for more iterations than max_iterations, a negative tolerance, block Jacobi
  /// without 3x3 blocks, or a matrix of another size.
  void solve(const Exec& exec, const SparseMatrix<T>& matrix, View<const T> b, View<T> x,
             const CgSettings& settings, const HeldNodes<T, D>& held = {},
             const NodeSprings& springs = {});

  /// The method of the last solve(): merged instead of persistent on the CPU.
  CgMethod method() const { return method_; }
  /// Reads the last entry of the log without waiting: request_outcome() after a solve was launched
  /// (outside recorded frames), poll_outcome() later.
  void request_outcome(const Exec& exec);
  bool outcome_pending() const { return readback_.pending(); }
  std::optional<CgEntry> poll_outcome() { return readback_.poll(); }
  /// The log in the backend's memory: max_iterations + 1 entries.
  View<const CgEntry> log_view() const { return log_.view(); }
  /// Waits. Entry k is the state before iteration k; the last one the outcome.
  std::vector<CgEntry> log(const Exec& exec) const;
  CgEntry outcome(const Exec& exec) const { return log(exec).back(); }

  void archive(Archive& archive);

 private:
  void check(const SparseMatrix<T>& matrix, const CgSettings& settings) const;
  template <class Matrix>
  void launch_start(const Exec& exec, const Matrix& matrix, View<const T> b, const CgVectors<T>& v,
                    const CgSettings& settings, const HeldNodes<T, D>& held);
  template <class Matrix>
  void launch_merged(const Exec& exec, const Matrix& matrix, const CgVectors<T>& v,
                     const CgPlace& place, const HeldNodes<T, D>& held, bool check);
  template <class Matrix>
  void launch_plain(const Exec& exec, const Matrix& matrix, const CgVectors<T>& v,
                    const CgPlace& place, const HeldNodes<T, D>& held, bool check);
  void make_sums(const Exec& exec);

  int nodes_ = 0;
  int units_ = 0;  ///< units_: rows of a product; lanes_: threads that share one
  int lanes_ = 1;
  int iterations_ = 0;  ///< of the last solve
  CgMethod method_ = CgMethod::merged;
  Buffer<T> r_, d_, q_, s_;
  Buffer<T> ad_, padded_;  ///< persistent only
  Buffer<SymmetricBlock<T, D>> inverse_;
  Buffer<double> sums_of_product_, sums_of_nodes_, sums_of_scalars_, sums_of_persistent_;
  Buffer<CgEntry> log_;
  Readback<CgEntry> readback_;
};

/// A sentence on a solve that broke down, or empty.
std::string breakdown_of(const CgEntry& outcome);

}  // namespace limber
