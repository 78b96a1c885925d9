#pragma once

// Coloured Gauss-Seidel and averaged Jacobi over the same constraint functions [Fratarcangeli13,
// sections 2 and 3] (equations 3, 4, 6, with inverse-mass weights). Compliance: [Macklin16], with
// one iteration per substep as in [Macklin19], where the multiplier starts at 0.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/pbd/particle.h"
#include "kernels/view.h"

namespace limber {

/// Strength of a projection: stiffness in (0, 1] scales the correction; compliance (in the
/// constraint's units squared per joule) over dt squared softens it independently of the time step.
/// The rest value may be scaled: with 1.2 times the rest volume, a body inflates.
struct Softness {
  float stiffness = 1.0f;
  float compliance_over_dt2 = 0.0f;
  float rest_scale = 1.0f;
};

template <class Constraint>
struct ConstraintData {
  View<const Corners<Constraint::corners>> corners;
  View<const float> rest;  ///< metres, radians or cubic metres

  struct Loaded {
    Corners<Constraint::corners> corners;
    float rest;
  };
  LIMBER_HD Loaded load(int i) const { return {corners[i], rest[i]}; }
};

/// The corrections that satisfy one constraint to first order; zero if no particle can move.
template <class Constraint>
LIMBER_HD inline void correct(const Particle (&p)[Constraint::corners], float rest,
                              const Softness& softness,
                              glm::vec3 (&correction)[Constraint::corners]) {
  constexpr int n = Constraint::corners;
  glm::vec3 x[n];
  for (int k = 0; k < n; ++k) x[k] = p[k].position_m;
  glm::vec3 gradient[n];
  const float value = Constraint::evaluate(x, rest * softness.rest_scale, gradient);
  float weight = softness.compliance_over_dt2;
  for (int k = 0; k < n; ++k)
    weight += p[k].inverse_mass_per_kg * glm::dot(gradient[k], gradient[k]);
  const float scale = weight > 1e-20f ? -softness.stiffness * value / weight : 0.0f;
  for (int k = 0; k < n; ++k) correction[k] = (scale * p[k].inverse_mass_per_kg) * gradient[k];
}

/// One colour of a Gauss-Seidel iteration: no two of its constraints share a particle.
template <class Constraint>
struct ProjectColor {
  static constexpr int grain = Constraint::corners == 2 ? 192 : 48;
  ConstraintData<Constraint> constraints;  ///< of this colour only
  View<Particle> particles;
  Softness softness;

  LIMBER_HD auto load(int i) const { return constraints.load(i); }
  LIMBER_HD void apply(int, const typename ConstraintData<Constraint>::Loaded& c) const {
    constexpr int n = Constraint::corners;
    Particle p[n];
    for (int k = 0; k < n; ++k) p[k] = particles[c.corners.at[k]];
    glm::vec3 correction[n];
    correct<Constraint>(p, c.rest, softness, correction);
    for (int k = 0; k < n; ++k) {
      p[k].position_m += correction[k];
      particles[c.corners.at[k]] = p[k];
    }
  }
};

/// First half of a Jacobi iteration: every constraint independently; its corrections are stored in
/// one slot per corner, slot = constraint * corners + corner.
template <class Constraint>
struct JacobiCorrect {
  ConstraintData<Constraint> constraints;
  View<const Particle> particles;
  View<glm::vec4> slots;  ///< of this type of constraint only
  Softness softness;

  LIMBER_HD auto load(int i) const { return constraints.load(i); }
  LIMBER_HD void apply(int i, const typename ConstraintData<Constraint>::Loaded& c) const {
    constexpr int n = Constraint::corners;
    Particle p[n];
    for (int k = 0; k < n; ++k) p[k] = particles[c.corners.at[k]];
    glm::vec3 correction[n];
    correct<Constraint>(p, c.rest, softness, correction);
    for (int k = 0; k < n; ++k) slots[i * n + k] = glm::vec4(correction[k], 0.0f);
  }
};

/// Second half: every particle takes the average of its corrections, times `relaxation`.
struct JacobiAverage {
  Incidence slots_of_particle;
  View<const glm::vec4> slots;
  View<Particle> particles;
  float relaxation;
  /// Slots of each type of constraint, [first, last); empty if the type is disabled.
  struct Range {
    int first, last;
  };
  Range slots_of_type[4];

  LIMBER_HD void operator()(int i) const {
    glm::vec3 sum(0.0f);
    int count = 0;
    for (int k = slots_of_particle.first[i]; k < slots_of_particle.first[i + 1]; ++k) {
      const int slot = slots_of_particle.items[k];
      if (!is_on(slot)) continue;
      const glm::vec4 correction = slots[slot];
      sum += glm::vec3(correction.x, correction.y, correction.z);
      ++count;
    }
    if (count > 0) particles[i].position_m += sum * (relaxation / static_cast<float>(count));
  }

 private:
  LIMBER_HD bool is_on(int slot) const {
    for (const Range& range : slots_of_type)
      if (slot >= range.first && slot < range.last) return true;
    return false;
  }
};

}  // namespace limber
