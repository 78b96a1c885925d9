#pragma once

// What every element adds to the linear system of a step, written to slots of its own, so that the
// rows of the system can gather it in a fixed order and without atomics: Weber et al. (2013),
// sections 3.3 and 4.1. With (M + dt^2 K + damping) dv = dt (f - dt K v) the right-hand side needs
// the elastic force minus dt K v, which is the elastic force where the nodes will be at x + dt v.

#include <glm/glm.hpp>

#include "kernels/fem/element.h"
#include "kernels/fem/polar.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// Turns every element as its corners are turned, and writes the elastic force on its nodes; one
/// thread an element.
template <int N>
struct ElementForces {
  static constexpr int grain = 64;
  View<const ElementNodes<N>> nodes;
  View<const Tetrahedron<float>> rest;
  View<const glm::vec3> positions_m;
  View<const glm::vec3> velocities_m_s;
  View<Quaternion> rotations;       ///< of the last step: where the search begins
  View<Tetrahedron<float>> turned;  ///< the elements turned by their rotations
  View<glm::vec3> forces_N;         ///< slot = element * N + node
  /// The forces are those of positions + lookahead_s * velocities, in the rotations of the
  /// positions: dt plus the coefficient of stiffness-proportional damping.
  float lookahead_s;

  struct Loaded {
    ElementNodes<N> nodes;
    Tetrahedron<float> rest;
  };
  LIMBER_HD Loaded load(int i) const { return {nodes[i], rest[i]}; }
  LIMBER_HD void apply(int i, const Loaded& element) const {
    glm::vec3 x[N], force[N];
    for (int k = 0; k < N; ++k) x[k] = positions_m[element.nodes.at[k]];
    const Quaternion q = nearest_rotation(deformation_gradient(element.rest, x), rotations[i]);
    rotations[i] = q;
    const Tetrahedron<float> here = limber::turned(element.rest, matrix_of(q));
    turned[i] = here;
    for (int k = 0; k < N; ++k) x[k] += lookahead_s * velocities_m_s[element.nodes.at[k]];
    elastic_forces(here, x, force);
    for (int k = 0; k < N; ++k) forces_N[i * N + k] = force[k];
  }
};

/// The blocks (a, b) with a <= b of an element's symmetric matrix.
template <int N>
inline constexpr int blocks_of_element = N*(N + 1) / 2;

/// Where ElementMatrices writes the block (a, b) of an element, and whether it is there as its
/// transpose.
struct BlockSlot {
  int slot;
  bool transposed;
};

template <int N>
LIMBER_HD inline BlockSlot slot_of_block(int element, int a, int b) {
  const int low = a < b ? a : b, high = a < b ? b : a;
  return {element * blocks_of_element<N> + high * (high + 1) / 2 + low, a > b};
}

/// Writes stiffness_scale * K + mass_scale * M of every turned element, block by block; one thread
/// a block, elements * blocks_of_element of them, so that neighbours write side by side. For
/// implicit Euler with damping alpha M + beta K the scales are dt^2 + dt beta and 1 + dt alpha;
/// with lumped masses mass_scale is 0 and the nodes' masses go on the diagonal.
template <int N>
struct ElementMatrices {
  View<const Tetrahedron<float>> turned;
  View<glm::mat3> blocks;  ///< by slot_of_block, column-major, in kg
  float stiffness_scale_s2;
  float mass_scale;

  LIMBER_HD void operator()(int i) const {
    const int element = i / blocks_of_element<N>, place = i % blocks_of_element<N>;
    int b = 0;
    while ((b + 1) * (b + 2) / 2 <= place) ++b;
    const int a = place - b * (b + 1) / 2;
    const Tetrahedron<float>& here = turned[element];
    blocks[i] = stiffness_scale_s2 * stiffness_block<N>(here, a, b) +
                glm::mat3(mass_scale * consistent_mass<N>(here, a, b));
  }
};

}  // namespace limber
