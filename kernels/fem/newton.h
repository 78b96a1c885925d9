#pragma once

// Newton's method for a step of implicit Euler [Martin11, Gast15]: finds the velocity changes u
// that minimize
//   E(u) = sum d |u|^2 / 2 - b.u + Psi(x + dt (v + u)) + dt beta / 2 (v + u).K (v + u)
// where d are masses with terms of damping and the grab, b the impulses that do not depend on u,
// and K the corotational stiffness at the start of the step, for damping. The step length is chosen
// per body to minimize its own energy.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/fem/corotate.h"
#include "kernels/fem/element.h"
#include "kernels/fem/neo_hookean.h"
#include "kernels/fem/polar.h"
#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/sparse/symmetric_block.h"
#include "kernels/view.h"

namespace limber {

/// Step lengths of the line search, evaluated in parallel: 1, 1/2, 1/4, 1/8, 1/16, 1/64, 1/256, 0.
inline constexpr int step_lengths = 8;
LIMBER_HD constexpr float step_length_of(int k) {
  if (k + 1 == step_lengths) return 0.0f;
  return 1.0f / static_cast<float>(1 << (k < 5 ? k : 2 * k - 4));
}

/// E at these step lengths.
struct StepEnergies {
  double J[step_lengths];
};

/// State at the start of a step, and the current iterate.
struct NewtonState {
  View<const glm::vec3> positions_m;
  View<const glm::vec3> velocities_m_s;
  View<const float> changes_m_s;  ///< u, three for each node
  float dt_s;

  LIMBER_HD glm::vec3 change_m_s(int i) const {
    return {changes_m_s[3 * i], changes_m_s[3 * i + 1], changes_m_s[3 * i + 2]};
  }
};

/// Rotates every element like its corners at the start of the step. One thread per element.
template <int N>
struct TurnElements {
  static constexpr int grain = 64;
  View<const ElementNodes<N>> nodes;
  View<const Tetrahedron<float>> rest;
  View<const glm::vec3> positions_m;
  View<Quaternion> rotations;
  View<Tetrahedron<float>> turned;

  LIMBER_HD void operator()(int i) const {
    glm::vec3 x[N];
    for (int k = 0; k < N; ++k) x[k] = positions_m[nodes[i].at[k]];
    turned[i] = turned_as(rest[i], x, rotations[i]);
  }
};

/// Initial u: prescribed changes in constrained directions, 0 in others. The first search direction
/// is to a standstill: if x + dt v has more energy than the start, a few iterations from there
/// would add it to the body.
struct StartNewton {
  View<const SymmetricBlock<float, 3>> filters;
  View<const float> held_m_s;
  View<const glm::vec3> velocities_m_s;
  View<float> changes_m_s;
  View<float> directions_m_s;

  LIMBER_HD void operator()(int i) const {
    using U = Unknowns<float, 3>;
    U held = U::load(held_m_s.data, i);
    const U free_part = filters[i] * held;
    for (int c = 0; c < 3; ++c) held.at[c] -= free_part.at[c];
    held.store(changes_m_s.data, i);
    const glm::vec3 v = velocities_m_s[i];
    (filters[i] * U{{-v.x, -v.y, -v.z}}).store(directions_m_s.data, i);
  }
};

/// Forces on the nodes of each element, and their tangents. One thread per element.
template <int N>
struct NewtonElements {
  static constexpr int grain = 32;
  View<const ElementNodes<N>> nodes;
  View<const Tetrahedron<float>> rest, turned;
  View<const Quaternion> rotations;
  NewtonState state;
  View<PrincipalTangent<float>> tangents;  ///< quadrature_points per element
  View<glm::vec3> forces_N;                ///< slot = element * N + node
  float stiffness_damping_s;

  LIMBER_HD void operator()(int i) const {
    const Tetrahedron<float> element = rest[i];
    glm::vec3 x[N], v[N], force[N];
    for (int k = 0; k < N; ++k) {
      const int node = nodes[i].at[k];
      v[k] = state.velocities_m_s[node] + state.change_m_s(node);
      x[k] = state.positions_m[node] + state.dt_s * v[k];
    }
    elastic_forces(turned[i], v, force, 0.0f);
    for (auto& f : force) f *= stiffness_damping_s;
    constexpr int points = quadrature_points<N>;
    const NeoHookean<float> material(element, points);
    for (int q = 0; q < points; ++q) {
      const glm::mat3 f = deformation_gradient_at(element, x, q);
      tangents[i * points + q] = tangent_of(material, f, rotations[i]);
      const glm::mat3 stress = stress_J(material, f);
      for (int k = 0; k < N; ++k) force[k] -= stress * basis_gradient_per_m<N>(element, k, q);
    }
    for (int k = 0; k < N; ++k) forces_N[i * N + k] = force[k];
  }
};

/// Blocks of the Hessian of E, for ElementMatrices.
template <int N>
struct NewtonBlocks {
  View<const Tetrahedron<float>> rest, turned;
  View<const PrincipalTangent<float>> tangents;
  float stiffness_scale_s2, damping_scale_s2;

  LIMBER_HD glm::mat3 operator()(int element, int a, int b) const {
    constexpr int points = quadrature_points<N>;
    glm::mat3 sum(0.0f);
    for (int q = 0; q < points; ++q)
      sum += tangents[element * points + q].block(basis_gradient_per_m<N>(rest[element], a, q),
                                                  basis_gradient_per_m<N>(rest[element], b, q));
    return stiffness_scale_s2 * sum + damping_scale_s2 * stiffness_block<N>(turned[element], a, b);
  }
};

template <int N>
using NewtonMatrices = ElementMatrices<N, NewtonBlocks<N>>;

/// b, in N s. One thread per node.
struct NewtonImpulses {
  View<const glm::vec3> external_N;
  View<const float> masses_kg;
  View<const glm::vec3> velocities_m_s;
  View<glm::vec3> impulses_N_s;
  glm::vec3 gravity_m_s2;
  float mass_damping_per_s;
  float dt_s;

  LIMBER_HD void operator()(int i) const {
    impulses_N_s[i] =
        dt_s *
        (masses_kg[i] * (gravity_m_s2 - mass_damping_per_s * velocities_m_s[i]) + external_N[i]);
  }
};

/// Minus the gradient of E. One thread per node.
struct NewtonRightHandSide {
  Incidence slots_of_node;
  View<const glm::vec3> forces_N;  ///< of the slots
  View<const glm::vec3> impulses_N_s;
  View<const float> added_diagonal_kg;
  NewtonState state;
  View<glm::vec3> right_N_s;

  LIMBER_HD void operator()(int i) const {
    glm::vec3 sum(0.0f);
    for (int k = slots_of_node.first[i]; k < slots_of_node.first[i + 1]; ++k)
      sum += forces_N[slots_of_node.items[k]];
    right_N_s[i] =
        impulses_N_s[i] - added_diagonal_kg[3 * i] * state.change_m_s(i) + state.dt_s * sum;
  }
};

/// Elements' part of E at the step lengths along a direction. One thread per element.
template <int N>
struct ElementEnergies {
  static constexpr int grain = 16;
  View<const ElementNodes<N>> nodes;
  View<const Tetrahedron<float>> rest, turned;
  NewtonState state;
  View<const float> directions_m_s;
  View<StepEnergies> energies;
  float stiffness_damping_s;

  LIMBER_HD void operator()(int i) const {
    const Tetrahedron<double> element = converted<double>(rest[i]),
                              damper = converted<double>(turned[i]);
    const double dt_s = state.dt_s;
    glm::dvec3 x[N], v[N], direction[N];
    for (int k = 0; k < N; ++k) {
      const int node = nodes[i].at[k];
      x[k] = glm::dvec3(state.positions_m[node]);
      v[k] = glm::dvec3(state.velocities_m_s[node]) + glm::dvec3(state.change_m_s(node));
      for (int c = 0; c < 3; ++c) direction[k][c] = directions_m_s[3 * node + c];
    }
    constexpr int points = quadrature_points<N>;
    const NeoHookean<double> material(element, points);
    for (int s = 0; s < step_lengths; ++s) {
      glm::dvec3 moved[N], now[N], force[N];
      for (int k = 0; k < N; ++k) {
        now[k] = v[k] + double(step_length_of(s)) * direction[k];
        moved[k] = x[k] + dt_s * now[k];
      }
      elastic_forces(damper, now, force, 0.0);
      double sum_J = 0.0;
      for (int k = 0; k < N; ++k)
        sum_J -= 0.5 * dt_s * stiffness_damping_s * glm::dot(force[k], now[k]);
      for (int q = 0; q < points; ++q)
        sum_J += energy_J(material, deformation_gradient_at(element, moved, q));
      energies[i].J[s] = sum_J;
    }
  }
};

/// Nodes' part of E. One thread per node.
struct NodeEnergies {
  static constexpr int grain = 64;
  View<const glm::vec3> impulses_N_s;
  View<const float> added_diagonal_kg;
  NewtonState state;
  View<const float> directions_m_s;
  View<StepEnergies> energies;

  LIMBER_HD void operator()(int i) const {
    const glm::dvec3 u(state.change_m_s(i)), b(impulses_N_s[i]);
    const glm::dvec3 direction(directions_m_s[3 * i], directions_m_s[3 * i + 1],
                               directions_m_s[3 * i + 2]);
    for (int s = 0; s < step_lengths; ++s) {
      const glm::dvec3 now = u + double(step_length_of(s)) * direction;
      energies[i].J[s] = 0.5 * added_diagonal_kg[3 * i] * glm::dot(now, now) - glm::dot(b, now);
    }
  }
};

/// Sums rows from first[i] to before first[i + 1], in order. One thread per sum.
struct SumEnergies {
  static constexpr int grain = 4;
  View<const int> first;
  View<const StepEnergies> rows;
  View<StepEnergies> sums;

  LIMBER_HD void operator()(int i) const {
    StepEnergies sum{};
    for (int row = first[i]; row < first[i + 1]; ++row)
      for (int s = 0; s < step_lengths; ++s) sum.J[s] += rows[row].J[s];
    sums[i] = sum;
  }
};

/// Chooses each body's step length with the least energy. One thread per body.
struct ChooseStepLengths {
  static constexpr int grain = 64;
  View<const StepEnergies> of_elements, of_nodes;  ///< one per body
  View<float> lengths;

  LIMBER_HD void operator()(int body) const {
    int best = step_lengths - 1;
    double least = energy(body, best);
    for (int s = step_lengths - 2; s >= 0; --s) {
      const double here = energy(body, s);
      if (here <= least) {
        least = here;
        best = s;
      }
    }
    lengths[body] = step_length_of(best);
  }

 private:
  LIMBER_HD double energy(int body, int s) const {
    return of_elements[body].J[s] + of_nodes[body].J[s];
  }
};

/// One thread per node.
struct TakeDirection {
  View<const int> body_of_node;
  View<const float> lengths;  ///< one per body
  View<const float> directions_m_s;
  View<float> changes_m_s;

  LIMBER_HD void operator()(int i) const {
    for (int c = 3 * i; c < 3 * i + 3; ++c)
      changes_m_s[c] += lengths[body_of_node[i]] * directions_m_s[c];
  }
};

/// Counts elements inverted at any quadrature point. One thread per element.
template <int N>
struct CountInverted {
  static constexpr int grain = 64;
  View<const ElementNodes<N>> nodes;
  View<const Tetrahedron<float>> rest;
  View<const glm::vec3> positions_m;
  View<int> count;

  LIMBER_HD void operator()(int i) const {
    glm::vec3 x[N];
    for (int k = 0; k < N; ++k) x[k] = positions_m[nodes[i].at[k]];
    bool inverted = false;
    for (int q = 0; q < quadrature_points<N>; ++q)
      inverted = inverted || !(glm::determinant(deformation_gradient_at(rest[i], x, q)) > 0.0f);
    if (inverted) atomic_add(count[0], 1);
  }
};

}  // namespace limber
