#pragma once

// Cloth springs [ChoiKo02]. In tension a spring is linear. In compression, one along the threads or
// their diagonals has no force; one that spans two cells buckles like a beam that bends into an arc
// of constant length: its force rises to a limit and hardly grows beyond, which makes folds without
// the instability of compressed linear springs.

#include <glm/glm.hpp>

#include "kernels/fem/element.h"
#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/view.h"

namespace limber {

struct Spring {
  float rest_length_m;
  float stretch_N_m;  ///< stiffness in tension
  float bend_N_m2;    ///< bending stiffness of the beam; 0: no force in compression
};

/// The tension of a spring and its stiffness, longitudinal and transverse.
struct SpringForce {
  float tension_N;  ///< negative in compression
  float along_N_m;
  float across_N_m;
};

/// Inverse of the force of a beam bent into an arc, divided by 12 k_b / L^2. c: the compression
/// 1 - length / L, in [0, 1]. A fit with an error below 0.2% to Choi and Ko's
/// kappa^2 L^2 / (12 (sinc(t) - cos(t))), t = kappa L / 2, sinc(t) = 1 - c.
LIMBER_HD inline float inverse_of_arc_force(float c) {
  return 1.0f + c * (-0.59497f + c * (-0.093433f + c * (0.082082f + c * -0.089403f)));
}
LIMBER_HD inline float slope_of_inverse_of_arc_force(float c) {
  return -0.59497f + c * (2.0f * -0.093433f + c * (3.0f * 0.082082f + c * (4.0f * -0.089403f)));
}

LIMBER_HD inline SpringForce spring_force(const Spring& spring, float length_m) {
  const float rest = spring.rest_length_m, longer_m = length_m - rest;
  if (longer_m >= 0.0f)
    return {spring.stretch_N_m * longer_m, spring.stretch_N_m,
            length_m > 0.0f ? spring.stretch_N_m * longer_m / length_m : 0.0f};
  if (spring.bend_N_m2 == 0.0f) return {0.0f, 0.0f, 0.0f};
  // A compressed spring is unstable transversally: that part of its matrix is omitted, as in the
  // paper.
  const float compression = -longer_m / rest;
  const float inverse = inverse_of_arc_force(compression);
  const float limit_N = 12.0f * spring.bend_N_m2 / (rest * rest);
  const float buckled_N = -limit_N / inverse, straight_N = spring.stretch_N_m * longer_m;
  if (straight_N > buckled_N) return {straight_N, spring.stretch_N_m, 0.0f};
  const float slope = -slope_of_inverse_of_arc_force(compression) / (inverse * inverse);
  return {buckled_N, limit_N * slope / rest, 0.0f};
}

/// Contributions of the springs to the linear system of a step, as in corotate.h for tetrahedra.
/// One thread per spring.
struct SpringElements {
  static constexpr int grain = 128;
  View<const ElementNodes<2>> nodes;
  View<const Spring> springs;
  View<const glm::vec3> positions_m;
  View<const glm::vec3> velocities_m_s;
  View<glm::vec3> forces_N;  ///< slot = 2 spring + node
  View<float> matrices_kg;   ///< of block (a, b), row r, column c: (4 spring + 2 a + b) 9 + 3 r + c
  float lookahead_s;         ///< the forces are those at positions + lookahead_s * velocities
  float stiffness_scale_s2;

  LIMBER_HD void operator()(int i) const {
    const ElementNodes<2> ends = nodes[i];
    const glm::vec3 edge = positions_m[ends.at[1]] - positions_m[ends.at[0]];
    const float length_m = glm::sqrt(glm::dot(edge, edge));
    const SpringForce force = spring_force(springs[i], length_m);
    const glm::vec3 n = length_m > 0.0f ? edge / length_m : glm::vec3(0.0f);
    const glm::vec3 apart_m_s = velocities_m_s[ends.at[1]] - velocities_m_s[ends.at[0]];
    const float along_m_s = glm::dot(n, apart_m_s);
    const glm::vec3 pull_N =
        (force.tension_N + lookahead_s * (force.along_N_m - force.across_N_m) * along_m_s) * n +
        (lookahead_s * force.across_N_m) * apart_m_s;
    forces_N[2 * i] = pull_N;
    forces_N[2 * i + 1] = -pull_N;
    const float across = stiffness_scale_s2 * force.across_N_m;
    const float along = stiffness_scale_s2 * force.along_N_m - across;
    float* const blocks = &matrices_kg[36 * i];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) {
        const float value = along * n[r] * n[c] + (r == c ? across : 0.0f);
        blocks[3 * r + c] = blocks[27 + 3 * r + c] = value;
        blocks[9 + 3 * r + c] = blocks[18 + 3 * r + c] = -value;
      }
    }
  }
};

/// Mean strain of the springs around each node, without those that bend.
struct MeasureSprings {
  Incidence slots_of_node;  ///< slot = 2 spring + node
  View<const ElementNodes<2>> nodes;
  View<const Spring> springs;
  View<const glm::vec3> positions_m;
  View<float> values;

  LIMBER_HD void operator()(int i) const {
    float sum = 0.0f, count = 0.0f;
    for (int k = slots_of_node.first[i]; k < slots_of_node.first[i + 1]; ++k) {
      const int spring = slots_of_node.items[k] / 2;
      if (springs[spring].bend_N_m2 > 0.0f) continue;
      const ElementNodes<2> ends = nodes[spring];
      const glm::vec3 edge = positions_m[ends.at[1]] - positions_m[ends.at[0]];
      sum += glm::sqrt(glm::dot(edge, edge)) / springs[spring].rest_length_m - 1.0f;
      count += 1.0f;
    }
    values[i] = count > 0.0f ? sum / count : 0.0f;
  }
};

}  // namespace limber
