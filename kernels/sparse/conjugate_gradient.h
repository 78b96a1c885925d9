#pragma once

// Preconditioned conjugate gradients whose scalars never leave the GPU.
// [Weber13, algorithm 2] (line 6 reads d = s + beta d) in three kernels per iteration:
//   1  q = A d                                              sums d.q
//   2  x += alpha d, r -= alpha filter(q), s = filter(M^-1 r)   begins with d.q, sums r.s
//   3  d = s + beta d                                       begins with r.s
// and, as its baseline, with a kernel for each operation: nine. Filters: [Baraff98, section 5.3]. d
// is filtered, so d.q is the same with q filtered or not.
//
// A log has an entry per iteration. Entry k + 1 is written by the last kernel of iteration k only,
// and read by later kernels only: no kernel reads what it writes. After convergence or breakdown,
// kernels find it in the log and do nothing.

#include "kernels/sparse/launch_rows.h"
#include "kernels/sparse/symmetric_block.h"

namespace limber {

enum class CgStatus : int {
  running,     ///< all iterations were done, the tolerance was not reached or not asked for
  converged,   ///< the tolerance was reached, or only rounding is left
  indefinite,  ///< a direction of zero or negative curvature: the matrix, or the preconditioner, is
               ///< not positive definite
  not_finite,  ///< NaN or infinite
};

struct CgEntry {
  double delta = 0.0;      ///< r.s, the square of the residual in the preconditioner's norm
  double curvature = 0.0;  ///< d.A.d of the iteration that begins here
  double target = 0.0;     ///< delta at which the tolerance is reached
  double scale = 0.0;      ///< initial delta, before a guess is subtracted
  int iterations = 0;      ///< that changed x
  CgStatus status = CgStatus::running;
};

/// A kernel's position in the log.
struct CgPlace {
  View<CgEntry> log;
  int iteration;

  LIMBER_HD bool running() const { return log[iteration].status == CgStatus::running; }
};

LIMBER_HD inline bool is_number(double value) { return value - value == 0.0; }

/// alpha, or 0 if it is not finite or the curvature is not positive.
template <class T>
LIMBER_HD inline T step_length(double delta, double curvature) {
  if (!(curvature > 0.0) || !is_number(curvature)) return T(0);
  const T alpha = static_cast<T>(delta / curvature);
  return is_number(static_cast<double>(alpha)) ? alpha : T(0);
}

/// Whether a square is no larger than that of rounding errors at this scale.
template <class T>
LIMBER_HD inline bool is_rounding(double square, double scale) {
  constexpr double digit = sizeof(T) == sizeof(float) ? 0x1p-20 : 0x1p-49;
  return square <= digit * digit * scale;
}

/// The status when a product is not positive, but has to be.
template <class T>
LIMBER_HD inline CgStatus status_of_breakdown(double delta, double scale) {
  return is_rounding<T>(glm::abs(delta), scale) ? CgStatus::converged : CgStatus::indefinite;
}

/// The status at a residual of `delta`. Thirty digits below the scale there is nothing left to
/// solve in any precision, and numbers underflow: that counts as converged, too.
template <class T>
LIMBER_HD inline CgStatus status_of(double delta, const CgEntry& before, bool check) {
  if (!is_number(delta)) return CgStatus::not_finite;
  if (delta < 0.0) return status_of_breakdown<T>(delta, before.scale);
  if (delta <= 1e-60 * before.scale || (check && delta <= before.target))
    return CgStatus::converged;
  return CgStatus::running;
}

/// The vectors of an iteration.
template <class T>
struct CgVectors {
  View<T> x, r, d, q, s;
};

/// x begins as `held` where nodes are not free, and zero where they are. Its previous value, the
/// guess, becomes the first direction to be tried: d = filter(x).
template <class T, int D>
struct SetFirstGuess {
  Filters<T, D> filters;
  View<const T> held;  ///< empty: zero
  CgVectors<T> v;
  View<const double> incoming{};
  View<double> outgoing{};

  LIMBER_HD Nothing start(double) const { return {}; }
  LIMBER_HD double row(int node, Nothing) const {
    using U = Unknowns<T, D>;
    filtered(filters, node, U::load(v.x.data, node)).store(v.d.data, node);
    U value{};
    if (!filters.empty() && !held.empty()) {
      value = U::load(held.data, node);
      const auto free_part = filters[node] * value;
      for (int c = 0; c < D; ++c) value.at[c] -= free_part.at[c];
    }
    value.store(v.x.data, node);
    return 0.0;
  }
  LIMBER_HD void conclude(Nothing) const {}
};

/// Sums b.M^-1 b of the filtered right-hand side, to which the tolerance is relative.
template <class T, int D>
struct SizeOfRightSide {
  View<const T> b;
  View<const SymmetricBlock<T, D>> inverse;
  Filters<T, D> filters;
  View<double> outgoing;
  View<const double> incoming{};

  LIMBER_HD Nothing start(double) const { return {}; }
  LIMBER_HD double row(int node, Nothing) const {
    const auto r = filtered(filters, node, Unknowns<T, D>::load(b.data, node));
    return r.dot(filtered(filters, node, inverse[node] * r));
  }
  LIMBER_HD void conclude(Nothing) const {}
};

/// Writes it to the log; one row.
struct NoteTarget {
  View<CgEntry> log;
  double tolerance;
  View<const double> incoming;
  View<double> outgoing{};

  LIMBER_HD double start(double of_b) const { return of_b; }
  LIMBER_HD double row(int, double) const { return 0.0; }
  LIMBER_HD void conclude(double of_b) const { log[0].target = tolerance * tolerance * of_b; }
};

/// r = filter(b - q). With a guess, it sums d.r, the rate at which the energy x.A.x / 2 - b.x falls
/// along it; otherwise d = s = filter(M^-1 r), and it sums r.s.
template <class T, int D>
struct StartResidual {
  CgVectors<T> v;
  View<const T> b;
  View<const SymmetricBlock<T, D>> inverse;
  Filters<T, D> filters;
  bool guessed;
  View<double> outgoing;
  View<const double> incoming{};

  LIMBER_HD Nothing start(double) const { return {}; }
  LIMBER_HD double row(int node, Nothing) const {
    using U = Unknowns<T, D>;
    U r = U::load(b.data, node);
    const U q = U::load(v.q.data, node);
    for (int c = 0; c < D; ++c) r.at[c] -= q.at[c];
    r = filtered(filters, node, r);
    r.store(v.r.data, node);
    if (guessed) return r.dot(U::load(v.d.data, node));
    const U s = filtered(filters, node, inverse[node] * r);
    s.store(v.s.data, node);
    s.store(v.d.data, node);
    return r.dot(s);
  }
  LIMBER_HD void conclude(Nothing) const {}
};

/// Stores the slope of the energy along the guess for MoveAlongGuess; one row.
struct NoteSlope {
  View<CgEntry> log;
  View<const double> incoming;
  View<double> outgoing{};

  LIMBER_HD double start(double slope) const { return slope; }
  LIMBER_HD double row(int, double) const { return 0.0; }
  LIMBER_HD void conclude(double slope) const {
    log[0].delta = slope;
    log[0].status = CgStatus::running;
  }
};

/// Warm start by an exact line search along the guess. The whole guess, as most warm starts take
/// it, can raise the energy: few iterations then leave stiff bodies more of it than they had, step
/// after step, until they fly apart.
template <class T, int D>
struct MoveAlongGuess {
  CgVectors<T> v;
  View<const SymmetricBlock<T, D>> inverse;
  Filters<T, D> filters;
  View<const CgEntry> log;
  View<const double> incoming;  ///< d.A.d, from MultiplyDirection
  View<double> outgoing;

  LIMBER_HD T start(double curvature) const { return step_length<T>(log[0].delta, curvature); }
  LIMBER_HD double row(int node, T alpha) const {
    using U = Unknowns<T, D>;
    U x = U::load(v.x.data, node), r = U::load(v.r.data, node);
    const U d = U::load(v.d.data, node);
    const U q = filtered(filters, node, U::load(v.q.data, node));
    for (int c = 0; c < D; ++c) {
      x.at[c] += alpha * d.at[c];
      r.at[c] -= alpha * q.at[c];
    }
    const U s = filtered(filters, node, inverse[node] * r);
    x.store(v.x.data, node);
    r.store(v.r.data, node);
    s.store(v.s.data, node);
    s.store(v.d.data, node);
    return r.dot(s);
  }
  LIMBER_HD void conclude(T) const {}
};

/// Writes the first entry; one row. A right-hand side of zero has no scale: the tolerance is then
/// relative to the first residual.
template <class T>
struct BeginLog {
  View<CgEntry> log;
  double tolerance;
  bool guessed;  ///< the entry's delta holds the slope of NoteSlope, as a scale
  View<const double> incoming;
  View<double> outgoing{};

  LIMBER_HD double start(double delta) const { return delta; }
  LIMBER_HD double row(int, double) const { return 0.0; }
  LIMBER_HD void conclude(double delta) const {
    CgEntry& entry = log[0];
    if (!(tolerance > 0.0)) entry.target = 0.0;
    if (entry.target == 0.0) entry.target = tolerance * tolerance * delta;
    entry.scale = guessed ? glm::max(delta, glm::abs(entry.delta)) : delta;
    entry.delta = delta;
    entry.curvature = 0.0;
    entry.iterations = 0;
    entry.status = is_number(entry.target) ? status_of<T>(delta, entry, tolerance > 0.0)
                                           : CgStatus::not_finite;
  }
};

/// Kernel 1: q = A d, sums d.q.
template <class Matrix>
struct MultiplyDirection {
  using T = typename Matrix::Scalar;
  Matrix matrix;
  View<const T> d;
  View<T> q;
  CgPlace place;
  View<double> outgoing;
  View<const double> incoming{};

  LIMBER_HD int lanes() const { return matrix.lanes(); }
  LIMBER_HD bool start(double) const { return place.running(); }
  LIMBER_HD typename Matrix::Part part(int i, int lane, bool running) const {
    return running ? matrix.part(i, lane, d) : typename Matrix::Part{};
  }
  LIMBER_HD double finish(int i, const typename Matrix::Part& sum, bool running) const {
    if (!running) return 0.0;
    matrix.store(i, sum, q);
    return matrix.dot(i, sum, d);
  }
  LIMBER_HD void conclude(bool) const {}
};

/// The Start of kernels that move x and r.
template <class T>
struct Step {
  double curvature;
  T alpha;  ///< 0: nothing moves
  bool running;
};

template <class T>
LIMBER_HD inline Step<T> step_at(const CgPlace& place, double curvature) {
  const bool running = place.running();
  return {curvature, running ? step_length<T>(place.log[place.iteration].delta, curvature) : T(0),
          running};
}

template <class T>
LIMBER_HD inline void note_curvature(const CgPlace& place, const Step<T>& step) {
  if (step.running) place.log[place.iteration].curvature = step.curvature;
}

/// Kernel 2.
template <class T, int D>
struct MoveSolution {
  CgVectors<T> v;
  View<const SymmetricBlock<T, D>> inverse;
  Filters<T, D> filters;
  CgPlace place;
  View<const double> incoming;
  View<double> outgoing;

  LIMBER_HD Step<T> start(double curvature) const { return step_at<T>(place, curvature); }
  LIMBER_HD double row(int node, const Step<T>& step) const {
    if (step.alpha == T(0)) return 0.0;
    using U = Unknowns<T, D>;
    U x = U::load(v.x.data, node), r = U::load(v.r.data, node);
    const U d = U::load(v.d.data, node);
    const U q = filtered(filters, node, U::load(v.q.data, node));
    for (int c = 0; c < D; ++c) {
      x.at[c] += step.alpha * d.at[c];
      r.at[c] -= step.alpha * q.at[c];
    }
    const U s = filtered(filters, node, inverse[node] * r);
    x.store(v.x.data, node);
    r.store(v.r.data, node);
    s.store(v.s.data, node);
    return r.dot(s);
  }
  LIMBER_HD void conclude(const Step<T>& step) const { note_curvature(place, step); }
};

template <class T>
struct Turn {
  CgEntry next;
  T beta;
  bool moves;
};

/// Kernel 3: d = s + beta d, for a row of scalars. Writes the log's next entry.
template <class T>
struct TurnDirection {
  View<const T> s;
  View<T> d;
  CgPlace place;
  bool check;  ///< whether the tolerance is checked after this iteration
  View<const double> incoming;
  View<double> outgoing{};

  LIMBER_HD Turn<T> start(double delta) const {
    const CgEntry& now = place.log[place.iteration];
    Turn<T> turn{now, T(0), false};
    if (now.status != CgStatus::running) return turn;
    if (step_length<T>(now.delta, now.curvature) == T(0)) {
      turn.next.status = is_number(now.curvature) ? status_of_breakdown<T>(now.delta, now.scale)
                                                  : CgStatus::not_finite;
      return turn;
    }
    turn.next.delta = delta;
    turn.next.iterations = now.iterations + 1;
    turn.next.status = status_of<T>(delta, now, check);
    turn.moves = turn.next.status == CgStatus::running;
    turn.beta = static_cast<T>(delta / now.delta);
    return turn;
  }
  LIMBER_HD double row(int i, const Turn<T>& turn) const {
    if (turn.moves) d[i] = s[i] + turn.beta * d[i];
    return 0.0;
  }
  LIMBER_HD void conclude(const Turn<T>& turn) const { place.log[place.iteration + 1] = turn.next; }
};

// The operations of the plain method that the three kernels above do not cover.

/// Sums a.b, over scalars.
template <class T>
struct Dot {
  View<const T> a, b;
  View<double> outgoing;
  View<const double> incoming{};

  LIMBER_HD Nothing start(double) const { return {}; }
  LIMBER_HD double row(int i, Nothing) const {
    return static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  LIMBER_HD void conclude(Nothing) const {}
};

/// y += sign * alpha * x, over scalars.
template <class T>
struct AddScaled {
  View<const T> x;
  View<T> y;
  T sign;
  CgPlace place;
  View<const double> incoming;
  View<double> outgoing{};

  LIMBER_HD Step<T> start(double curvature) const { return step_at<T>(place, curvature); }
  LIMBER_HD double row(int i, const Step<T>& step) const {
    if (step.alpha != T(0)) y[i] += sign * step.alpha * x[i];
    return 0.0;
  }
  LIMBER_HD void conclude(const Step<T>& step) const { note_curvature(place, step); }
};

/// y = block * x, node by node: the preconditioner, or a filter. x may be y.
template <class T, int D>
struct ApplyBlocks {
  View<const SymmetricBlock<T, D>> blocks;
  View<const T> x;
  View<T> y;
  View<const double> incoming{};
  View<double> outgoing{};

  LIMBER_HD Nothing start(double) const { return {}; }
  LIMBER_HD double row(int node, Nothing) const {
    (blocks[node] * Unknowns<T, D>::load(x.data, node)).store(y.data, node);
    return 0.0;
  }
  LIMBER_HD void conclude(Nothing) const {}
};

}  // namespace limber
