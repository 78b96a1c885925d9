#pragma once

// Contributions of the elements to the linear system of a step. Each element writes to its own
// slots, which the rows of the system gather in a fixed order and without atomics [Weber13,
// sections 3.3 and 4.1]. With (M + dt^2 K + damping) dv = dt (f - dt K v) the right-hand side needs
// the elastic force minus dt K v, which is the elastic force at the positions x + dt v.

#include <glm/glm.hpp>

#include "kernels/fem/element.h"
#include "kernels/fem/polar.h"
#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/view.h"

namespace limber {

/// The element at rest, rotated like its corners x. rotation: in, the initial guess, such as that
/// of the last step; out, the new one.
template <int N>
LIMBER_HD inline Tetrahedron<float> turned_as(const Tetrahedron<float>& rest,
                                              const glm::vec3 (&x)[N], Quaternion& rotation) {
  rotation = nearest_rotation(deformation_gradient(rest, x), rotation);
  return turned(rest, matrix_of(rotation));
}

/// Rotates every element like its corners, and writes the elastic forces on its nodes. One thread
/// per element.
template <int N>
struct ElementForces {
  static constexpr int grain = 64;
  View<const ElementNodes<N>> nodes;
  View<const Tetrahedron<float>> rest;
  View<const glm::vec3> positions_m;
  View<const glm::vec3> velocities_m_s;
  View<Quaternion> rotations;       ///< of the last step, as initial guess; updated
  View<Tetrahedron<float>> turned;  ///< the rotated elements
  View<glm::vec3> forces_N;         ///< slot = element * N + node
  /// The forces are those at positions + lookahead_s * velocities, with the rotations of the
  /// positions. It is dt plus the coefficient of stiffness-proportional damping.
  float lookahead_s;

  struct Loaded {
    ElementNodes<N> nodes;
    Tetrahedron<float> rest;
  };
  LIMBER_HD Loaded load(int i) const { return {nodes[i], rest[i]}; }
  LIMBER_HD void apply(int i, const Loaded& element) const {
    glm::vec3 x[N], force[N];
    for (int k = 0; k < N; ++k) x[k] = positions_m[element.nodes.at[k]];
    const Tetrahedron<float> here = turned_as(element.rest, x, rotations[i]);
    turned[i] = here;
    for (int k = 0; k < N; ++k) x[k] += lookahead_s * velocities_m_s[element.nodes.at[k]];
    elastic_forces(here, x, force);
    for (int k = 0; k < N; ++k) forces_N[i * N + k] = force[k];
  }
};

/// stiffness_scale * K + mass_scale * M of rotated elements, block by block, in kg. For implicit
/// Euler with damping alpha M + beta K the scales are dt^2 + dt beta and 1 + dt alpha; with lumped
/// masses mass_scale is 0 and the nodes' masses are added to the diagonal.
template <int N>
struct ElementBlocks {
  View<const Tetrahedron<float>> turned;
  float stiffness_scale_s2;
  float mass_scale;

  LIMBER_HD glm::mat3 operator()(int element, int a, int b) const {
    const Tetrahedron<float>& here = turned[element];
    return stiffness_scale_s2 * stiffness_block<N>(here, a, b) +
           glm::mat3(mass_scale * consistent_mass<N>(here, a, b));
  }
};

/// Number of pairs of nodes (a, b) with a <= b.
template <int N>
inline constexpr int pairs_of_nodes = N*(N + 1) / 2;

/// Writes the blocks of every element. One thread for block (a, b) and its transpose (b, a), thus
/// elements * pairs_of_nodes threads. Blocks: computes a block.
template <int N, class Blocks = ElementBlocks<N>>
struct ElementMatrices {
  static constexpr int values_each = N * N * 9;  ///< of an element
  Blocks blocks;
  View<float> values;  ///< of block (a, b), row r, column c: ((element N + a) N + b) 9 + 3 r + c

  LIMBER_HD void operator()(int i) const {
    const int element = i / pairs_of_nodes<N>;
    write(element, i % pairs_of_nodes<N>, &values[element * values_each]);
  }
  /// matrix: the values of the element.
  LIMBER_HD void write(int element, int pair, float* matrix) const {
    int b = 0;
    while ((b + 1) * (b + 2) / 2 <= pair) ++b;
    const int a = pair - b * (b + 1) / 2;
    const glm::mat3 block = blocks(element, a, b);
    float* const rows_first = matrix + (a * N + b) * 9;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) rows_first[3 * r + c] = block[c][r];
    if (a == b) return;
    float* const transposed = matrix + (b * N + a) * 9;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) transposed[3 * r + c] = block[r][c];
  }
};

/// The right-hand side at each node, in N s: dt times the forces that ElementForces wrote, gravity,
/// damping in proportion to the lumped masses, and external forces.
struct StepRightHandSide {
  Incidence slots_of_node;
  View<const glm::vec3> forces_N;    ///< of the slots
  View<const glm::vec3> external_N;  ///< on the nodes; empty: none
  View<const float> masses_kg;
  View<const glm::vec3> velocities_m_s;
  View<glm::vec3> right_N_s;
  glm::vec3 gravity_m_s2;
  float mass_damping_per_s;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    glm::vec3 sum = masses_kg[i] * (gravity_m_s2 - mass_damping_per_s * velocities_m_s[i]);
    if (!external_N.empty()) sum += external_N[i];
    for (int k = slots_of_node.first[i]; k < slots_of_node.first[i + 1]; ++k)
      sum += forces_N[slots_of_node.items[k]];
    right_N_s[i] = dt_s * sum;
  }
};

}  // namespace limber
