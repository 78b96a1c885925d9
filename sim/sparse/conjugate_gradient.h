#pragma once

// The conjugate gradient solver of implicit time integration: kernels/sparse/conjugate_gradient.h
// and persistent.h say what runs, this what is launched and on which memory. No call but outcome()
// waits for the GPU, and solve() may be part of a recorded frame.

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
  plain,       ///< a kernel for each operation, nine an iteration: the baseline
  merged,      ///< three kernels an iteration [Weber13, section 3.2]
  persistent,  ///< all iterations in one kernel; on the CPU this is merged
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
  int iterations = 30;  ///< at most
  /// Ends when the residual has come down to so much of the right-hand side's size, both in the
  /// preconditioner's norm [Baraff98]; 0: all iterations are done.
  double tolerance = 0.0;
  int check_every = 1;     ///< iterations between two looks at the tolerance
  bool warm_start = true;  ///< x is a guess, and is followed as far as it is good; else zero
};

/// Where unknowns are not free. Both empty: all are.
template <class T, int D>
struct HeldNodes {
  Filters<T, D> filters;   ///< one a node
  View<const T> values{};  ///< what x is in the directions that filters take away; empty: zero
};

/// D: unknowns a node, 1 or 3.
template <class T, int D>
class ConjugateGradient {
 public:
  ConjugateGradient() = default;
  /// For systems of the size and layout of `matrix`, and up to so many iterations.
  ConjugateGradient(const Exec& exec, const SparseMatrix<T>& matrix, int max_iterations);

  /// Solves A x = b where x is free. b, x: of matrix.dimension(); b is filtered as it is read.
  /// springs: added to the matrix; only for float and three unknowns a node.
  /// Throws Error(usage) for settings that cannot be: more iterations than it was made for, a
  /// negative tolerance, no 3x3 blocks for the preconditioner, or a matrix of another size.
  void solve(const Exec& exec, const SparseMatrix<T>& matrix, View<const T> b, View<T> x,
             const CgSettings& settings, const HeldNodes<T, D>& held = {},
             const NodeSprings& springs = {});

  /// What solve() ran, which is merged for persistent on a CPU.
  CgMethod method() const { return method_; }
  /// The last entry of the log, without waiting: request_outcome() after a solve that has been
  /// launched (not inside a recorded frame), poll_outcome() later.
  void request_outcome(const Exec& exec);
  bool outcome_pending() const { return readback_.pending(); }
  std::optional<CgEntry> poll_outcome() { return readback_.poll(); }
  /// The log where the solver runs: an entry an iteration that may be asked for, and one.
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
  int units_ = 0;  ///< rows that the matrix is multiplied by, and threads that share one
  int lanes_ = 1;
  int iterations_ = 0;  ///< of the last solve
  CgMethod method_ = CgMethod::merged;
  Buffer<T> r_, d_, q_, s_;
  Buffer<T> ad_;  ///< persistent only
  Buffer<SymmetricBlock<T, D>> inverse_;
  Buffer<double> sums_of_product_, sums_of_nodes_, sums_of_scalars_, sums_of_persistent_;
  Buffer<CgEntry> log_;
  Readback<CgEntry> readback_;
};

/// A sentence on a solve that ended in a breakdown; empty for one that did not.
std::string breakdown_of(const CgEntry& outcome);

}  // namespace limber
