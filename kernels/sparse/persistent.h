#pragma once

// Conjugate gradients in one kernel, for systems so small that launches would take most of the
// time. Blocks stay on the GPU and synchronize where the merged method ends a kernel. They do so
// twice per iteration instead of three times: [Chronopoulos89, section 2], whose iterates are those
// of the usual method, with A d kept by recurrence as well. GPU only; the plain and the merged
// method run everywhere.
//
//   q = A s                                                         sums s.q
//   --- wait ---
//   beta = delta / delta before, d.A.d = s.q - beta delta / alpha before, alpha = delta / d.A.d
//   d = s + beta d, ad = filter(q) + beta ad, x += alpha d, r -= alpha ad, s = filter(M^-1 r)
//                                                                   sums delta = r.s
//   --- wait ---

#include "kernels/sparse/conjugate_gradient.h"
#include "kernels/sum_slots.h"

namespace limber {

/// Runs after StartResidual and BeginLog.
template <class Matrix, int D>
struct PersistentCg {
  using T = typename Matrix::Scalar;
  Matrix matrix;
  CgVectors<T> v;
  View<T> ad;  ///< A d
  View<const SymmetricBlock<T, D>> inverse;
  Filters<T, D> filters;
  View<CgEntry> log;
  int iterations;
  int check_every;
  /// Three sums per block: s.q, and r.s of even and of odd iterations, so that no block writes what
  /// another may still be adding up. slots_per_block for each of max_row_blocks() at least.
  View<double> parts;
  View<T> padded;  ///< s with four values per node, for resident.h
};

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
template <class Matrix, int D>
void launch_persistent_cg_on_cuda(const Exec& exec, const char* label,
                                  const PersistentCg<Matrix, D>& work);

}  // namespace limber
