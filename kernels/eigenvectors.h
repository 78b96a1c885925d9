#pragma once

#include <glm/glm.hpp>

#include "kernels/hd.h"

namespace limber {

/// Diagonalizes a symmetric matrix by sweeps of Jacobi rotations (Golub, Van Loan, "Matrix
/// Computations", section 8.5). The eigenvectors are the columns of a rotation. Off-diagonal
/// entries smaller than `negligible` are left.
template <int N, class Real>
LIMBER_HD inline void diagonalize(glm::mat<N, N, Real>& m, glm::mat<N, N, Real>& vectors,
                                  int sweeps, Real negligible) {
  vectors = glm::mat<N, N, Real>(Real(1));
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int i = 0; i + 1 < N; ++i) {
      for (int j = i + 1; j < N; ++j) {
        if (glm::abs(m[i][j]) < negligible) continue;
        const Real ratio = (m[j][j] - m[i][i]) / (Real(2) * m[i][j]);
        const Real tangent = (ratio < Real(0) ? Real(-1) : Real(1)) /
                             (glm::abs(ratio) + glm::sqrt(ratio * ratio + Real(1)));
        const Real cosine = Real(1) / glm::sqrt(tangent * tangent + Real(1));
        const Real sine = tangent * cosine;
        for (int k = 0; k < N; ++k) {
          const Real p = m[k][i], q = m[k][j];
          m[k][i] = cosine * p - sine * q;
          m[k][j] = sine * p + cosine * q;
        }
        const glm::vec<N, Real> p = m[i], q = m[j], v = vectors[i], w = vectors[j];
        m[i] = cosine * p - sine * q;
        m[j] = sine * p + cosine * q;
        vectors[i] = cosine * v - sine * w;
        vectors[j] = sine * v + cosine * w;
      }
    }
  }
}

}  // namespace limber
