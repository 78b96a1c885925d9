#pragma once

// Stable neo-Hookean tetrahedra, linear or quadratic: they recover from inversion.
//
// [Smith18, equation 14] without its logarithm, so that Lame's first parameter is lambda + mu:
//   Psi = mu/2 (|F|^2 - 3) + (lambda + mu)/2 (J - alpha)^2,  alpha = 1 + mu / (lambda + mu)
// This resists compression to a point only weakly. So once an element has lost three quarters of
// its volume, a barrier is added, with two continuous derivatives like that of [Li20]:
//   (lambda + mu) (1/4 - J)^3 / J
// Below J = 0.05 it continues as a parabola, which is finite for inverted elements.
//
// With F = U diag(s) transpose(V) the Hessian is sparse [Smith18, section 4.5]. It is projected to
// positive semidefinite [Teran05] by 3x3 eigenproblems.
//
// All functions of F are templates on the scalar type: the double version is the reference.

#include <glm/glm.hpp>

#include "kernels/eigenvectors.h"
#include "kernels/fem/element.h"
#include "kernels/fem/polar.h"
#include "kernels/hd.h"

namespace limber {

/// Quadrature points of an element: its centre, or four points, exact for quadratic polynomials.
template <int N>
inline constexpr int quadrature_points = N == 4 ? 1 : 4;

/// The gradient of basis function `node` at quadrature point `q`.
template <int N, class Real>
LIMBER_HD inline glm::vec<3, Real> basis_gradient_per_m(const Tetrahedron<Real>& element, int node,
                                                        int q) {
  const Basis<N> basis(node);
  const auto& g = element.gradient_per_m;
  if constexpr (N == 4) {
    return g[basis.i];
  } else {
    const auto l = [q](int k) {
      return k == q ? Real(0.58541019662496845) : Real(0.13819660112501051);
    };
    return Real(2) * (basis.on_edge() ? l(basis.i) * g[basis.j] + l(basis.j) * g[basis.i]
                                      : l(basis.i) * g[basis.i]);
  }
}

template <int N, class Real>
LIMBER_HD inline glm::mat<3, 3, Real> deformation_gradient_at(const Tetrahedron<Real>& element,
                                                              const glm::vec<3, Real> (&x)[N],
                                                              int q) {
  if constexpr (N == 4) return deformation_gradient(element, x);
  // Differences first: positions may be far from the origin.
  glm::mat<3, 3, Real> sum(Real(0));
  for (int k = 1; k < N; ++k)
    sum += glm::outerProduct(x[k] - x[0], basis_gradient_per_m<N>(element, k, q));
  return sum;
}

/// The part of an energy that depends only on J, and its derivatives.
template <class Real>
struct VolumeEnergy {
  Real value_J, slope_J, curvature_J;
};

/// Lame parameters times the volume of a quadrature point; lambda_J is that of Psi, lambda + mu.
template <class Real>
struct NeoHookean {
  Real mu_J, lambda_J;
  LIMBER_HD NeoHookean(const Tetrahedron<Real>& element, int points)
      : mu_J(element.mu_volume_J / Real(points)),
        lambda_J((element.lambda_volume_J + element.mu_volume_J) / Real(points)) {}

  /// 0 at rest.
  LIMBER_HD VolumeEnergy<Real> volume(Real j) const {
    const Real alpha = Real(1) + mu_J / lambda_J, rest = Real(1) - alpha;
    VolumeEnergy<Real> result{Real(0.5) * lambda_J * ((j - alpha) * (j - alpha) - rest * rest),
                              lambda_J * (j - alpha), lambda_J};
    constexpr Real begins = Real(0.25), ends = Real(0.05);
    if (!(j < begins)) return result;
    const Real at = j > ends ? j : ends, beyond = j - at, m = begins - at, share = m / at;
    const Real slope = -m * share * (Real(3) + share);
    const Real curvature = share * (Real(6) + share * (Real(6) + Real(2) * share));
    result.value_J +=
        lambda_J * (m * m * share + beyond * (slope + Real(0.5) * beyond * curvature));
    result.slope_J += lambda_J * (slope + beyond * curvature);
    result.curvature_J += lambda_J * curvature;
    return result;
  }
};

/// dJ/dF: the matrix of cofactors.
template <class Real>
LIMBER_HD inline glm::mat<3, 3, Real> cofactors(const glm::mat<3, 3, Real>& f) {
  return {glm::cross(f[1], f[2]), glm::cross(f[2], f[0]), glm::cross(f[0], f[1])};
}

/// Psi times the volume, shifted to 0 at rest.
template <class Real>
LIMBER_HD inline Real energy_J(const NeoHookean<Real>& material, const glm::mat<3, 3, Real>& f) {
  const Real square = glm::dot(f[0], f[0]) + glm::dot(f[1], f[1]) + glm::dot(f[2], f[2]) - Real(3);
  const Real j = glm::dot(f[0], glm::cross(f[1], f[2]));
  return Real(0.5) * material.mu_J * square + material.volume(j).value_J;
}

/// dPsi/dF times the volume: the first Piola-Kirchhoff stress.
template <class Real>
LIMBER_HD inline glm::mat<3, 3, Real> stress_J(const NeoHookean<Real>& material,
                                               const glm::mat<3, 3, Real>& f) {
  const glm::mat<3, 3, Real> by_f = cofactors(f);
  return material.mu_J * f + material.volume(glm::dot(f[0], by_f[0])).slope_J * by_f;
}

/// For a matrix of any scale.
LIMBER_HD inline void diagonalize(glm::mat3& m, glm::mat3& vectors) {
  const float size = glm::abs(m[0][0]) + glm::abs(m[1][1]) + glm::abs(m[2][2]);
  diagonalize(m, vectors, 5, 1e-9f * size + 1e-30f);
}

/// Second derivative of the energy in principal axes, d(dPsi/dF)/dF. Only the diagonal entries of F
/// are coupled with each other, and ij with ji.
template <class Real>
struct PrincipalTangent {
  glm::mat<3, 3, Real> u, v;      ///< F = u diag(s) transpose(v); rotations
  glm::mat<3, 3, Real> along_J;   ///< of entries ii by jj
  glm::vec<3, Real> across_J;     ///< of ij by ij; at index k, the third axis
  glm::vec<3, Real> crossways_J;  ///< of ij by ji

  /// The 3x3 stiffness block of two nodes with these basis gradients, in J/m^2.
  LIMBER_HD glm::mat<3, 3, Real> block(const glm::vec<3, Real>& gradient_a,
                                       const glm::vec<3, Real>& gradient_b) const {
    const glm::vec<3, Real> a = gradient_a * v, b = gradient_b * v;
    glm::mat<3, 3, Real> m;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      m[i][i] = along_J[i][i] * a[i] * b[i] + across_J[k] * a[j] * b[j] + across_J[j] * a[k] * b[k];
      m[j][i] = along_J[i][j] * a[i] * b[j] + crossways_J[k] * a[j] * b[i];
      m[i][j] = along_J[i][j] * a[j] * b[i] + crossways_J[k] * a[i] * b[j];
    }
    return u * m * glm::transpose(u);
  }
};

/// With negative curvature removed. `rotation`: initial guess for the rotation of F.
LIMBER_HD inline PrincipalTangent<float> tangent_of(const NeoHookean<float>& material,
                                                    const glm::mat3& f,
                                                    const Quaternion& rotation) {
  PrincipalTangent<float> t;
  const glm::mat3 r = matrix_of(nearest_rotation(f, rotation));
  glm::mat3 stretch = glm::transpose(r) * f;
  stretch = 0.5f * (stretch + glm::transpose(stretch));
  diagonalize(stretch, t.v);
  t.u = r * t.v;
  const glm::vec3 s(stretch[0][0], stretch[1][1], stretch[2][2]);
  const float j = s.x * s.y * s.z;
  const VolumeEnergy<float> volume = material.volume(j);
  glm::mat3 along, vectors;
  for (int i = 0; i < 3; ++i) {
    const int k = (i + 1) % 3, l = (i + 2) % 3;
    const float area = s[k] * s[l];
    along[i][i] = material.mu_J + volume.curvature_J * area * area;
    along[k][i] = along[i][k] = s[l] * (volume.curvature_J * j + volume.slope_J);
    const float twist = glm::max(material.mu_J + volume.slope_J * s[i], 0.0f);
    const float flip = glm::max(material.mu_J - volume.slope_J * s[i], 0.0f);
    t.across_J[i] = 0.5f * (flip + twist);
    t.crossways_J[i] = 0.5f * (flip - twist);
  }
  diagonalize(along, vectors);
  t.along_J = glm::mat3(0.0f);
  for (int k = 0; k < 3; ++k)
    t.along_J += glm::outerProduct(vectors[k], vectors[k]) * glm::max(along[k][k], 0.0f);
  return t;
}

}  // namespace limber
