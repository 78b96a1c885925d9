// Conjugate gradients in one kernel on the GPU.

#include "kernels/sparse/persistent.h"

#include <algorithm>

#include "kernels/sparse/bin_bcsr.h"
#include "kernels/sparse/resident.h"
#include "kernels/sparse/rows_on_cuda.h"
#include "kernels/sparse/sprung.h"
#include "kernels/whole_grid_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int persistent_threads = 256;

template <class T>
struct PersistentStep {
  T alpha, beta;
};

/// The second half of an iteration, for one node.
template <class Matrix, int D>
struct MoveAll {
  using T = typename Matrix::Scalar;
  const PersistentCg<Matrix, D>& work;

  __device__ double row(int node, const PersistentStep<T>& step) const {
    using U = Unknowns<T, D>;
    const CgVectors<T>& v = work.v;
    U x = U::load(v.x.data, node), r = U::load(v.r.data, node), d = U::load(v.d.data, node);
    U ad = U::load(work.ad.data, node);
    U s = U::load(v.s.data, node);
    const U q = filtered(work.filters, node, U::load(v.q.data, node));
    for (int c = 0; c < D; ++c) {
      d.at[c] = s.at[c] + step.beta * d.at[c];
      ad.at[c] = step.beta == T(0) ? q.at[c] : q.at[c] + step.beta * ad.at[c];
      x.at[c] += step.alpha * d.at[c];
      r.at[c] -= step.alpha * ad.at[c];
    }
    s = filtered(work.filters, node, work.inverse[node] * r);
    x.store(v.x.data, node);
    r.store(v.r.data, node);
    d.store(v.d.data, node);
    s.store(v.s.data, node);
    ad.store(work.ad.data, node);
    return r.dot(s);
  }
};

template <class Matrix, int D>
__global__ void __launch_bounds__(persistent_threads)
    run_persistent_cg(const PersistentCg<Matrix, D> work) {
  using T = typename Matrix::Scalar;
  __shared__ double scratch[persistent_threads / 32];
  const WholeGrid grid;
  const int nodes = work.v.x.size / D;
  const bool first_thread = grid.thread == 0;
  const auto parts = [&](int which) {
    return View<double>(work.parts.data + which * (work.parts.size / 3), grid.blocks);
  };
  const auto leave = [&](int which, double sum) {
    sum = sum_of_block<persistent_threads>(sum, scratch);
    if (threadIdx.x == 0) parts(which).data[blockIdx.x] = sum;
    grid.wait();
  };
  const auto add_up = [&](int which) {
    return sum_of_parts<persistent_threads>(parts(which), scratch);
  };

  // Every block computes the same sums in the same order, so all decide alike.
  CgEntry entry = work.log.data[0];
  double delta_before = 0.0, alpha_before = 0.0;
  const MultiplyDirection<Matrix> multiply{work.matrix, work.v.s, work.v.q, {}, {}};
  int k = 0;
  int noted = 1;  // entries of the log that are final
  while (entry.status == CgStatus::running) {
    if (k == work.iterations) {
      if (k == 0) break;
      entry.delta = add_up(1 + (k - 1) % 2);
      entry.status = status_of<T>(entry.delta, entry, k % work.check_every == 0);
      break;
    }
    leave(0, run_rows_of_thread(multiply, true, work.matrix.units(), grid.thread, grid.threads));
    const double s_dot_q = add_up(0);
    if (k > 0) {
      entry.delta = add_up(1 + (k - 1) % 2);
      entry.status = status_of<T>(entry.delta, entry, k % work.check_every == 0);
      if (entry.status != CgStatus::running) break;
    }
    const double beta = k > 0 ? entry.delta / delta_before : 0.0;
    entry.curvature = k > 0 ? s_dot_q - beta * entry.delta / alpha_before : s_dot_q;
    const T alpha = step_length<T>(entry.delta, entry.curvature);
    if (first_thread) work.log.data[k] = entry;
    noted = k + 1;
    if (alpha == T(0)) {
      entry.status = is_number(entry.curvature) ? status_of_breakdown<T>(entry.delta, entry.scale)
                                                : CgStatus::not_finite;
      break;
    }
    const PersistentStep<T> step{alpha, static_cast<T>(beta)};
    leave(1 + k % 2,
          run_rows_of_thread(MoveAll<Matrix, D>{work}, step, nodes, grid.thread, grid.threads));
    delta_before = entry.delta;
    alpha_before = static_cast<double>(alpha);
    entry.iterations = ++k;
  }
  if (!first_thread) return;
  for (int i = noted; i <= work.iterations; ++i) work.log.data[i] = entry;
}

}  // namespace

template <class Matrix, int D>
void launch_persistent_cg_on_cuda(const Exec& exec, const char* label,
                                  const PersistentCg<Matrix, D>& work) {
  if constexpr (std::is_base_of_v<BlockSell<typename Matrix::Scalar>, Matrix>) {
    if (launch_resident_cg_on_cuda(exec, label, work)) return;
  }
  static const int at_once = blocks_at_once(run_persistent_cg<Matrix, D>, persistent_threads);
  const int wanted =
      (work.matrix.units() * work.matrix.lanes() + persistent_threads - 1) / persistent_threads;
  launch_whole_grid(exec, label, std::min(wanted, work.parts.size / 3), at_once, persistent_threads,
                    run_persistent_cg<Matrix, D>, work);
}

#else

template <class Matrix, int D>
void launch_persistent_cg_on_cuda(const Exec&, const char* label, const PersistentCg<Matrix, D>&) {
  refuse_without_cuda(label);
}

#endif

#define LIMBER_PERSISTENT_CG(Matrix, D)                                           \
  template void launch_persistent_cg_on_cuda<Matrix, D>(const Exec&, const char*, \
                                                        const PersistentCg<Matrix, D>&)
#define LIMBER_PERSISTENT_CG_OF(T)     \
  LIMBER_PERSISTENT_CG(BinCsr<T>, 1);  \
  LIMBER_PERSISTENT_CG(BinCsr<T>, 3);  \
  LIMBER_PERSISTENT_CG(BinBcsr<T>, 3); \
  LIMBER_PERSISTENT_CG(BlockSell<T>, 3)

LIMBER_PERSISTENT_CG_OF(float);
LIMBER_PERSISTENT_CG_OF(double);
LIMBER_PERSISTENT_CG(Sprung<BinCsr<float>>, 3);
LIMBER_PERSISTENT_CG(Sprung<BinBcsr<float>>, 3);
LIMBER_PERSISTENT_CG(Sprung<BlockSell<float>>, 3);

}  // namespace limber
