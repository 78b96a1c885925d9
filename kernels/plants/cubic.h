#pragma once

// Large deformation of a single part: reduced St. Venant-Kirchhoff forces, which are cubic
// polynomials of q, and Newton's method for Newmark's implicit step [Barbic05].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/plants/newmark.h"
#include "kernels/plants/part.h"
#include "kernels/view.h"

namespace limber {

/// A part with cubic forces.
struct CubicPart {
  int part = 0;
  int first_pair = 0;       ///< into r x r matrices of cubic parts
  int first_linear = 0;     ///< into coefficients: the tangent stiffness at q = 0, r x r,
  int first_quadratic = 0;  ///< its terms proportional to q_b: r times r x r,
  int first_cubic = 0;      ///< and to q_b q_c, b <= c: r (r + 1) / 2 times r x r
};

/// One thread per pair of modes: dF_i / dq_j, and the share of F_i due to q_j. By Euler's theorem a
/// term of degree n is its gradient times q, divided by n.
struct TangentStiffness {
  static constexpr int grain = 64;
  View<const int> cubic_of;  ///< of each pair
  View<const CubicPart> cubics;
  View<const BendingPart> parts;
  View<const float> coefficients;
  View<const float> predicted_q;
  View<const float> accelerations;
  View<float> tangents, shares;
  float stiffness;  ///< factor on the stiffness of all parts
  NewmarkRule rule;

  /// Terms of dF_i / dq_j that depend on q.
  struct Terms {
    float quadratic = 0.0f;
    float cubic = 0.0f;
  };

  LIMBER_HD void operator()(int i) const {
    const CubicPart cubic = cubics[cubic_of[i]];
    const BendingPart part = parts[cubic.part];
    const int pair = i - cubic.first_pair;
    const auto q_of = [&](int k) { return q(part, k); };
    Terms sum;
    for (int b = 0; b < part.modes; ++b) add(sum, cubic, part.modes, pair, b, q_of);
    tangents[i] = tangent(cubic, pair, sum);
    shares[i] = share(cubic, pair, sum, q_of(pair % part.modes));
  }

  /// Adds all terms with q_b and q_b q_c, c >= b. q_of(k): q of mode k.
  template <class Q>
  LIMBER_HD void add(Terms& sum, const CubicPart& cubic, int r, int pair, int b,
                     const Q& q_of) const {
    const float q_b = q_of(b);
    sum.quadratic += coefficients[cubic.first_quadratic + b * r * r + pair] * q_b;
    const int first = b * r - b * (b - 1) / 2;  // pairs before those of b
    for (int c = b; c < r; ++c)
      sum.cubic +=
          coefficients[cubic.first_cubic + (first + c - b) * r * r + pair] * (q_b * q_of(c));
  }

  LIMBER_HD float tangent(const CubicPart& cubic, int pair, const Terms& sum) const {
    return stiffness * (coefficients[cubic.first_linear + pair] + sum.quadratic + sum.cubic);
  }

  /// q_j: of the mode that causes the force.
  LIMBER_HD float share(const CubicPart& cubic, int pair, const Terms& sum, float q_j) const {
    const float linear = coefficients[cubic.first_linear + pair];
    return stiffness * (linear + sum.quadratic / 2.0f + sum.cubic / 3.0f) * q_j;
  }

  LIMBER_HD float q(const BendingPart& part, int k) const {
    const int at = part.first_coordinate + k;
    return predicted_q[at] + rule.beta * rule.dt_s * rule.dt_s * accelerations[at];
  }
};

/// One thread per cubic part: solves (M + gamma dt D + beta dt^2 K) change = f - F - (M + gamma dt
/// D) a by Cholesky factorization, in place in `tangents`.
struct NewtonStep {
  static constexpr int grain = 1;
  View<const CubicPart> cubics;
  View<const BendingPart> parts;
  View<const float> inertia;  ///< M + gamma dt D of each cubic part
  View<const float> forces;
  View<const float> shares;
  View<const ModeRange> ranges;
  View<float> tangents;
  View<float> changes;  ///< one per coordinate
  View<float> accelerations;
  NewmarkRule rule;

  LIMBER_HD void operator()(int i) const {
    const CubicPart cubic = cubics[i];
    const BendingPart part = parts[cubic.part];
    const int r = part.modes;
    const auto factor = tangents.part(cubic.first_pair, r * r);
    const auto change = changes.part(part.first_coordinate, r);
    for (int j = 0; j < r; ++j) change[j] = residual(cubic, part, j);
    for (int pair = 0; pair < r * r; ++pair) factor[pair] = matrix(cubic, pair, factor[pair]);
    factorize(factor, r);
    solve(factor, change, r);
    const float share = allowed(change, part);
    for (int j = 0; j < r; ++j) accelerations[part.first_coordinate + j] += share * change[j];
  }

  /// f - F - (M + gamma dt D) a of mode j.
  LIMBER_HD float residual(const CubicPart& cubic, const BendingPart& part, int j) const {
    float sum = forces[part.first_coordinate + j];
    for (int k = 0; k < part.modes; ++k) {
      const int pair = j * part.modes + k;
      sum -= pull_back(cubic, pair, shares[cubic.first_pair + pair],
                       accelerations[part.first_coordinate + k]);
    }
    return sum;
  }

  /// Contribution of one mode to the force on the other, to be subtracted.
  LIMBER_HD float pull_back(const CubicPart& cubic, int pair, float share, float a) const {
    return share + inertia[cubic.first_pair + pair] * a;
  }

  /// M + gamma dt D + beta dt^2 K of a pair of modes.
  LIMBER_HD float matrix(const CubicPart& cubic, int pair, float tangent) const {
    return inertia[cubic.first_pair + pair] + rule.beta * rule.dt_s * rule.dt_s * tangent;
  }

  /// Share of the change that an iteration may make: no coordinate changes by more than its range,
  /// beyond which the polynomials are meaningless.
  LIMBER_HD float allowed(View<const float> change, const BendingPart& part) const {
    float share = 1.0f;
    for (int j = 0; j < part.modes; ++j) {
      const float way = rule.beta * rule.dt_s * rule.dt_s * glm::abs(change[j]);
      const float max_q = ranges[part.first_coordinate + j].max_q;
      if (way * share > max_q) share = max_q / way;
    }
    return share;
  }

  /// A soft or buckling mode (small or negative pivot) is decoupled and gets the diagonal as its
  /// stiffness, so that Newton steps stay finite.
  struct Pivot {
    bool sound;
    float root;
    LIMBER_HD Pivot(float diagonal, float left) {
      const float stiff = glm::abs(diagonal) + 1e-12f;
      sound = left > 1e-4f * stiff;
      root = glm::sqrt(sound ? left : stiff);
    }
  };

 private:
  /// L L^T, from the lower triangle.
  LIMBER_HD static void factorize(View<float> a, int r) {
    for (int j = 0; j < r; ++j) {
      float left = a[j * r + j];
      for (int k = 0; k < j; ++k) left -= a[j * r + k] * a[j * r + k];
      const Pivot pivot(a[j * r + j], left);
      a[j * r + j] = pivot.root;
      for (int i = j + 1; i < r; ++i) {
        float sum = a[i * r + j];
        for (int k = 0; k < j; ++k) sum -= a[i * r + k] * a[j * r + k];
        a[i * r + j] = pivot.sound ? sum / pivot.root : 0.0f;
      }
    }
  }

  LIMBER_HD static void solve(View<const float> l, View<float> x, int r) {
    for (int j = 0; j < r; ++j) {
      for (int k = 0; k < j; ++k) x[j] -= l[j * r + k] * x[k];
      x[j] /= l[j * r + j];
    }
    for (int j = r - 1; j >= 0; --j) {
      for (int k = j + 1; k < r; ++k) x[j] -= l[k * r + j] * x[k];
      x[j] /= l[j * r + j];
    }
  }
};

}  // namespace limber
