#pragma once

// Vertex block descent [Chen24] on the energy of an implicit Euler step, whose springs are the
// constraints: one vertex after the other takes a Newton step of its own, all of a colour at once.
// Constraints that are stiffer than a few effective masses have multipliers, which persist from
// step to step [Giles25], with the compliances of XPBD [Macklin16].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/pbd/constraints.h"
#include "kernels/pbd/particle.h"
#include "kernels/pbd/project.h"
#include "kernels/view.h"

namespace limber {

/// How a type of constraint pulls. Forces are times dt squared throughout, so that stiffnesses are
/// masses.
struct Pull {
  float compliance_over_dt2 = 0.0f;
  float rest_scale = 1.0f;

  /// Stiffness of what has no compliance, in effective masses. Without a limit, multipliers grow
  /// without bound where constraints contradict each other.
  float limit = 100.0f;
  /// The same for what is left to vertices; the rest is up to multipliers.
  static constexpr float penalty = 10.0f;
  /// Multipliers fade where an error exceeds half of the rest value: those of a crushed body would
  /// throw it apart.
  LIMBER_HD static float kept_at(float error) {
    return glm::clamp(2.0f - 2.0f * error, 0.0f, 1.0f);
  }
  /// The weight of a constraint that nothing gives way to.
  static constexpr float min_weight = 1e-20f;

  LIMBER_HD float compliance(float weight) const {
    return glm::max(compliance_over_dt2, weight / limit);
  }
  LIMBER_HD float stiffness(float weight) const {
    return 1.0f / (weight / penalty + compliance(weight));
  }
  /// The pull at a value of the constraint, which is also its next multiplier.
  LIMBER_HD float at(float value, float weight, float multiplier) const {
    return multiplier + stiffness(weight) * (value - compliance(weight) * multiplier);
  }
};

/// A constraint as it is.
template <class Constraint>
struct PulledConstraint {
  float value, rest;
  float weight;  ///< inverse effective mass
  glm::vec3 gradient[Constraint::corners];

  LIMBER_HD PulledConstraint(const typename ConstraintData<Constraint>::Loaded& c,
                             View<const Particle> particles, const Pull& pull)
      : rest(c.rest * pull.rest_scale), weight(0.0f) {
    constexpr int n = Constraint::corners;
    glm::vec3 x[n];
    float inverse_mass[n];
    for (int k = 0; k < n; ++k) {
      const Particle p = particles[c.corners.at[k]];
      x[k] = p.position_m;
      inverse_mass[k] = p.inverse_mass_per_kg;
    }
    value = Constraint::evaluate(x, rest, gradient);
    for (int k = 0; k < n; ++k) weight += inverse_mass[k] * glm::dot(gradient[k], gradient[k]);
  }
};

/// The gradient and Hessian of the energy at a vertex, times dt squared.
struct VertexEnergy {
  glm::vec3 gradient{0.0f};
  glm::vec3 diagonal{0.0f};
  float xy = 0.0f, yz = 0.0f, zx = 0.0f;

  /// Adds stiffness v v^T.
  LIMBER_HD void add(float stiffness, const glm::vec3& v) {
    diagonal += stiffness * (v * v);
    xy += stiffness * (v.x * v.y);
    yz += stiffness * (v.y * v.z);
    zx += stiffness * (v.z * v.x);
  }
  /// The displacement to where the gradient vanishes; 0 where the Hessian is singular.
  LIMBER_HD glm::vec3 step() const {
    const glm::vec3 minor(diagonal.y * diagonal.z - yz * yz, diagonal.z * diagonal.x - zx * zx,
                          diagonal.x * diagonal.y - xy * xy);
    const float a = yz * zx - xy * diagonal.z, b = xy * zx - yz * diagonal.x,
                c = xy * yz - zx * diagonal.y;
    const float determinant = diagonal.x * minor.x + xy * a + zx * c;
    if (!(determinant > 0.0f)) return glm::vec3(0.0f);
    const glm::vec3 g = gradient / -determinant;
    return {minor.x * g.x + a * g.y + c * g.z, a * g.x + minor.y * g.y + b * g.z,
            c * g.x + b * g.y + minor.z * g.z};
  }
};

/// The constraints of one type, as vertices see them.
template <class Constraint>
struct PullingConstraints {
  ConstraintData<Constraint> constraints;
  View<const float> multipliers;
  Pull pull;

  LIMBER_HD int slots() const { return constraints.rest.size * Constraint::corners; }

  /// Adds the energy of the constraint with the corner `slot`, at the particle there.
  LIMBER_HD void add(int slot, View<const Particle> particles, VertexEnergy& energy) const {
    constexpr int n = Constraint::corners;
    const int i = slot / n, corner = slot - i * n;
    const PulledConstraint<Constraint> c(constraints.load(i), particles, pull);
    if (!(c.weight > Pull::min_weight)) return;
    glm::vec3 own(0.0f);
    for (int k = 0; k < n; ++k)
      if (k == corner) own = c.gradient[k];
    const float force = pull.at(c.value, c.weight, multipliers[i]);
    energy.gradient += force * own;
    energy.add(pull.stiffness(c.weight), own);
    if constexpr (n == 2) {
      // A taut edge also resists across it.
      const float across = force / (c.value + c.rest);
      if (!(across > 0.0f)) return;
      energy.diagonal += across;
      energy.add(-across, own);
    }
  }
};

/// One colour of an iteration: no two of its vertices share a constraint.
struct DescendVertices {
  static constexpr int grain = 16;
  View<const int> vertices;
  Incidence slots_of_particle;
  PullingConstraints<DistanceConstraint> stretch, across;
  PullingConstraints<DihedralConstraint> dihedral;
  PullingConstraints<VolumeConstraint> volume;
  View<const glm::vec4> inertial_m;  ///< where the particles would be without constraints
  View<Particle> particles;

  LIMBER_HD void operator()(int k) const {
    const int i = vertices[k];
    VertexEnergy energy;
    add(i, 0, 1, energy);
    move(i, energy);
  }

  /// Adds every `stride`th of a vertex' constraints, from the `first` on.
  LIMBER_HD void add(int i, int first, int stride, VertexEnergy& energy) const {
    const View<const Particle> now = particles;
    const int of_stretch = stretch.slots();
    const int of_across = of_stretch + across.slots();
    const int of_dihedral = of_across + dihedral.slots();
    for (int k = slots_of_particle.first[i] + first; k < slots_of_particle.first[i + 1];
         k += stride) {
      const int slot = slots_of_particle.items[k];
      if (slot < of_stretch)
        stretch.add(slot, now, energy);
      else if (slot < of_across)
        across.add(slot - of_stretch, now, energy);
      else if (slot < of_dihedral)
        dihedral.add(slot - of_across, now, energy);
      else
        volume.add(slot - of_dihedral, now, energy);
    }
  }

  /// Takes the step of a vertex from the energy of its constraints.
  LIMBER_HD void move(int i, VertexEnergy energy) const {
    const Particle p = particles[i];
    if (!(p.inverse_mass_per_kg > 0.0f)) return;
    const float mass_kg = 1.0f / p.inverse_mass_per_kg;
    energy.gradient += mass_kg * (p.position_m - glm::vec3(inertial_m[i]));
    energy.diagonal += mass_kg;
    particles[i].position_m = p.position_m + energy.step();
  }
};

/// The multipliers after an iteration. One thread per constraint.
template <class Constraint>
struct UpdateMultipliers {
  ConstraintData<Constraint> constraints;
  View<const Particle> particles;
  View<float> multipliers;
  Pull pull;

  LIMBER_HD void operator()(int i) const {
    const PulledConstraint<Constraint> c(constraints.load(i), particles, pull);
    if (!(c.weight > Pull::min_weight)) {
      multipliers[i] = 0.0f;
      return;
    }
    // What yields has a pull that its compliance limits.
    const float error = pull.compliance_over_dt2 > 0.0f
                            ? 0.0f
                            : glm::abs(c.value) / glm::max(glm::abs(c.rest), 1e-20f);
    multipliers[i] = Pull::kept_at(error) * pull.at(c.value, c.weight, multipliers[i]);
  }
};

/// Before the iterations of a step: remembers the prediction, and weakens the multipliers of the
/// step before. One thread per particle, and one per constraint.
struct BeginDescending {
  View<const Particle> particles;
  View<glm::vec4> inertial_m, left_m;
  View<const float> before;  ///< multipliers
  View<float> multipliers;
  float share;  ///< of them

  LIMBER_HD void operator()(int i) const {
    if (i < particles.size)
      inertial_m[i] = left_m[i] = glm::vec4(particles[i].position_m, 0.0f);
    else
      multipliers[i - particles.size] = before[i - particles.size] * share;
  }
};

/// Displacements by contacts, and by the hand, since the last iteration are impulses: the inertial
/// positions move with them. One thread per particle.
struct TakeOuterMoves {
  View<const Particle> particles;
  View<glm::vec4> inertial_m;
  View<const glm::vec4> left_m;

  LIMBER_HD void operator()(int i) const {
    inertial_m[i] += glm::vec4(particles[i].position_m, 0.0f) - left_m[i];
  }
};

/// One thread per particle.
struct LeaveParticles {
  View<const Particle> particles;
  View<glm::vec4> left_m;
  LIMBER_HD void operator()(int i) const { left_m[i] = glm::vec4(particles[i].position_m, 0.0f); }
};

}  // namespace limber
