#pragma once

// Corotational tetrahedra of isotropic linear elasticity, with 4 nodes (linear) or 10 (quadratic,
// in Bernstein-Bezier form).
//
// Linear elements: [Weber13, section 4.1]. Quadratic elements: [Weber11].
// Rotations: [MuellerGross04].
//
// With barycentric coordinates l0 .. l3 of the tetrahedron at rest, every quadratic basis function
// is m l_i l_j: l_i^2 at the corners, 2 l_i l_j on the edges. Its gradient m (l_i g_j + l_j g_i) is
// linear in them, so all integrals have a closed form: int l_k l_l = (1 + [k = l]) V / 20. Only the
// four gradients g, constant in the element, are stored, for any number of nodes.
//
// By isotropy, R K transpose(R) is the stiffness of the element with gradients rotated by R. So an
// element is rotated once, and then everything is in world axes.
//
// All functions are templates on the scalar type: the double version is the reference.

#include <glm/glm.hpp>

#include "kernels/hd.h"

namespace limber {

/// The nodes of one element: the two ends of a spring, or the four corners of a tetrahedron, then,
/// if quadratic, the middles of the edges 01, 02, 03, 12, 13, 23.
template <int N>
struct ElementNodes {
  static_assert(N == 2 || N == 4 || N == 10);
  int at[N];
};

/// One element at rest, or rotated (see turned()). 64 bytes in single precision.
template <class Real>
struct alignas(16) Tetrahedron {
  glm::vec<3, Real> gradient_per_m[4];  ///< of the barycentric coordinates
  Real lambda_volume_J;                 ///< Lame's first parameter times the volume
  Real mu_volume_J;                     ///< shear modulus times the volume
  Real mass_kg;
  Real volume_m3;
};

/// The same in another precision.
template <class To, class From>
LIMBER_HD inline Tetrahedron<To> converted(const Tetrahedron<From>& element) {
  Tetrahedron<To> result;
  for (int k = 0; k < 4; ++k) result.gradient_per_m[k] = element.gradient_per_m[k];
  result.lambda_volume_J = static_cast<To>(element.lambda_volume_J);
  result.mu_volume_J = static_cast<To>(element.mu_volume_J);
  result.mass_kg = static_cast<To>(element.mass_kg);
  result.volume_m3 = static_cast<To>(element.volume_m3);
  return result;
}

/// The two barycentric coordinates of basis function `node`, equal at a corner.
template <int N>
struct Basis {
  int i, j;
  LIMBER_HD explicit Basis(int node)
      // Two bits per node, in registers, rather than a table in memory.
      : i((N == 4 ? 0xe4 : 0x940e4) >> (2 * node) & 3),
        j((N == 4 ? 0xe4 : 0xfb9e4) >> (2 * node) & 3) {}
  LIMBER_HD bool on_edge() const { return i != j; }
};

/// The element, rotated by `r`.
template <class Real>
LIMBER_HD inline Tetrahedron<Real> turned(const Tetrahedron<Real>& element,
                                          const glm::mat<3, 3, Real>& r) {
  Tetrahedron<Real> result = element;
  for (int k = 0; k < 4; ++k) result.gradient_per_m[k] = r * element.gradient_per_m[k];
  return result;
}

/// Uses the corners of `x` only: for a quadratic element this is the gradient of its linear part.
template <int N, class Real>
LIMBER_HD inline glm::mat<3, 3, Real> deformation_gradient(const Tetrahedron<Real>& element,
                                                           const glm::vec<3, Real> (&x)[N]) {
  glm::mat<3, 3, Real> sum(Real(0));
  for (int k = 1; k < 4; ++k) sum += glm::outerProduct(x[k] - x[0], element.gradient_per_m[k]);
  return sum;
}

/// The 3x3 block of the stiffness of `element` (in N/m, column-major) that gives the force on node
/// `a` from the displacement of node `b`: block (b, a) is its transpose.
template <int N, class Real>
LIMBER_HD inline glm::mat<3, 3, Real> stiffness_block(const Tetrahedron<Real>& element, int a,
                                                      int b) {
  // The mean of (gradient of a) transpose(gradient of b) over the element.
  glm::mat<3, 3, Real> mean;
  const Basis<N> p(a), q(b);
  const auto& g = element.gradient_per_m;
  if constexpr (N == 4) {
    mean = glm::outerProduct(g[p.i], g[q.i]);
  } else {
    const auto share = [](int k, int l) { return k == l ? Real(2) : Real(1); };
    const Real factor =
        (p.on_edge() ? Real(2) : Real(1)) * (q.on_edge() ? Real(2) : Real(1)) / Real(20);
    mean = glm::outerProduct(g[p.j], share(p.i, q.i) * g[q.j] + share(p.i, q.j) * g[q.i]) +
           glm::outerProduct(g[p.i], share(p.j, q.i) * g[q.j] + share(p.j, q.j) * g[q.i]);
    mean *= factor;
  }
  const Real trace = mean[0][0] + mean[1][1] + mean[2][2];
  return element.lambda_volume_J * mean +
         element.mu_volume_J * (glm::transpose(mean) + glm::mat<3, 3, Real>(trace));
}

/// The entry (a, b) of the consistent mass matrix, in kg; the same for all three axes.
template <int N, class Real>
LIMBER_HD inline Real consistent_mass(const Tetrahedron<Real>& element, int a, int b) {
  const Basis<N> p(a), q(b);
  if constexpr (N == 4) {
    return element.mass_kg * (a == b ? Real(0.1) : Real(0.05));
  } else {
    // int l^alpha = 6 V alpha! / (|alpha| + 3)!, with the exponents of a product of four l.
    int factorials = 1;
    for (int k = 0; k < 4; ++k) {
      const int exponent = (p.i == k) + (p.j == k) + (q.i == k) + (q.j == k);
      for (int n = 2; n <= exponent; ++n) factorials *= n;
    }
    if (p.on_edge()) factorials *= 2;
    if (q.on_edge()) factorials *= 2;
    return element.mass_kg * Real(factorials) / Real(840);
  }
}

/// The row sum of the consistent mass matrix, in kg: the same for every node, and positive, unlike
/// that of quadratic Lagrange functions.
template <int N, class Real>
LIMBER_HD inline Real lumped_mass(const Tetrahedron<Real>& element) {
  return element.mass_kg / Real(N);
}

/// The displacement gradient F - I in the frame of a rotated element, at each of its corners
/// (constant, and thus only one, in a linear element). x: positions in m; with at_rest = 0 the
/// result is the gradient of x, which may be velocities.
template <int N, class Real>
LIMBER_HD inline void displacement_gradients(const Tetrahedron<Real>& turned_element,
                                             const glm::vec<3, Real> (&x)[N],
                                             glm::mat<3, 3, Real> (&gradient)[N == 4 ? 1 : 4],
                                             Real at_rest = Real(1)) {
  const auto& g = turned_element.gradient_per_m;
  if constexpr (N == 4) {
    gradient[0] = deformation_gradient(turned_element, x) - glm::mat<3, 3, Real>(at_rest);
  } else {
    // At corner i: 2 sum_j (x_ij - x_i) transpose(g_j), since the g sum to 0.
    for (auto& at_corner : gradient) at_corner = glm::mat<3, 3, Real>(-at_rest);
    for (int node = 4; node < 10; ++node) {
      const Basis<N> edge(node);
      gradient[edge.i] += glm::outerProduct(Real(2) * (x[node] - x[edge.i]), g[edge.j]);
      gradient[edge.j] += glm::outerProduct(Real(2) * (x[node] - x[edge.j]), g[edge.i]);
    }
  }
}

/// Cauchy stress times the volume, in J.
template <class Real>
LIMBER_HD inline glm::mat<3, 3, Real> stress_volume(const Tetrahedron<Real>& element,
                                                    const glm::mat<3, 3, Real>& gradient) {
  const Real trace = gradient[0][0] + gradient[1][1] + gradient[2][2];
  return element.mu_volume_J * (gradient + glm::transpose(gradient)) +
         glm::mat<3, 3, Real>(element.lambda_volume_J * trace);
}

/// -R K (transpose(R) x - x0), the elastic force on each node in N, where `turned_element` is the
/// element rotated by R. Its gradients imply the rest positions; at_rest = 0: -R K transpose(R) x.
template <int N, class Real>
LIMBER_HD inline void elastic_forces(const Tetrahedron<Real>& turned_element,
                                     const glm::vec<3, Real> (&x)[N], glm::vec<3, Real> (&force)[N],
                                     Real at_rest = Real(1)) {
  const auto& g = turned_element.gradient_per_m;
  glm::mat<3, 3, Real> gradient[N == 4 ? 1 : 4];
  displacement_gradients(turned_element, x, gradient, at_rest);
  if constexpr (N == 4) {
    const glm::mat<3, 3, Real> stress = stress_volume(turned_element, gradient[0]);
    for (int a = 0; a < 4; ++a) force[a] = -(stress * g[a]);
  } else {
    glm::mat<3, 3, Real> stress[4], sum(Real(0));
    for (int k = 0; k < 4; ++k) {
      stress[k] = stress_volume(turned_element, gradient[k]);
      sum += stress[k];
    }
    for (auto& at_corner : stress) at_corner = (at_corner + sum) * Real(-0.1);
    for (int a = 0; a < 10; ++a) {
      const Basis<N> basis(a);
      force[a] = stress[basis.i] * g[basis.j];
      if (basis.on_edge()) force[a] += stress[basis.j] * g[basis.i];
    }
  }
}

/// Mean Cauchy stress over the element in Pa, in the frame of `turned_element`.
template <int N, class Real>
LIMBER_HD inline glm::mat<3, 3, Real> mean_stress_Pa(const Tetrahedron<Real>& turned_element,
                                                     const glm::vec<3, Real> (&x)[N]) {
  constexpr int corners = N == 4 ? 1 : 4;
  glm::mat<3, 3, Real> gradient[corners];
  displacement_gradients(turned_element, x, gradient);
  for (int k = 1; k < corners; ++k) gradient[0] += gradient[k];
  return stress_volume(turned_element, gradient[0]) / (Real(corners) * turned_element.volume_m3);
}

/// The von Mises equivalent stress: for uniaxial tension, it equals the tension.
template <class Real>
LIMBER_HD inline Real von_mises(const glm::mat<3, 3, Real>& stress) {
  const Real xy = stress[0][0] - stress[1][1], yz = stress[1][1] - stress[2][2],
             zx = stress[2][2] - stress[0][0];
  const Real shear =
      stress[0][1] * stress[0][1] + stress[1][2] * stress[1][2] + stress[2][0] * stress[2][0];
  return glm::sqrt(Real(0.5) * (xy * xy + yz * yz + zx * zx) + Real(3) * shear);
}

}  // namespace limber
