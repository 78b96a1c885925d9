#pragma once

// Implicit viscosity, for steps of any length [Weiler18]. Velocity differences are damped only
// along the line between two particles, so that rigid rotation is not damped. The paper solves the
// system by conjugate gradients; here it is solved by Chebyshev iterations [Saad03, algorithm 12.1]
// with the same 3x3 block preconditioner, which need no global sums.

#include <glm/glm.hpp>

#include "kernels/fluid/particles.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// A symmetric matrix.
struct ViscousBlock {
  float xx = 0.0f, xy = 0.0f, xz = 0.0f, yy = 0.0f, yz = 0.0f, zz = 0.0f;

  LIMBER_HD void add(const glm::vec3& v, float times) {
    const glm::vec3 w = v * times;
    xx += w.x * v.x;
    xy += w.x * v.y;
    xz += w.x * v.z;
    yy += w.y * v.y;
    yz += w.y * v.z;
    zz += w.z * v.z;
  }

  /// The solution x of A x = r; the matrix A has to be positive definite.
  LIMBER_HD glm::vec3 solved(const glm::vec3& r) const {
    const float a = yy * zz - yz * yz, b = xz * yz - xy * zz, c = xy * yz - xz * yy;
    const float determinant = xx * a + xy * b + xz * c;
    const glm::vec3 all(a * r.x + b * r.y + c * r.z,
                        b * r.x + (xx * zz - xz * xz) * r.y + (xy * xz - xx * yz) * r.z,
                        c * r.x + (xy * xz - xx * yz) * r.y + (xx * yy - xy * xy) * r.z);
    return all / determinant;
  }
};

/// Warm start: applies the last step's viscous velocity changes, scaled by the ratio of the steps.
/// One thread per sorted place.
struct GuessViscous {
  View<const int> order;
  View<const glm::vec4> velocities_m_s;  ///< sorted, before viscosity
  View<const glm::vec4> changes_m_s;     ///< of the last step, in the order of particles
  View<const float> changed_in_s;        ///< length of the last step; one
  View<glm::vec4> guess_m_s;             ///< sorted
  float dt_s;

  LIMBER_HD void operator()(int k) const {
    const float share = changed_in_s[0] > 0.0f ? dt_s / changed_in_s[0] : 1.0f;
    guess_m_s[k] = velocities_m_s[k] + changes_m_s[order[k]] * share;
  }
};

/// One iteration. One thread per sorted place.
struct WearVelocities {
  static constexpr int grain = 128;
  SortedFluid fluid;  ///< with the velocities before viscosity
  View<const glm::vec4> velocities_m_s;
  View<glm::vec4> velocities_after_m_s;
  /// Changes by the last iteration; w: squared preconditioned residual.
  View<glm::vec4> ways_m_s;
  float viscosity_m2;  ///< kinematic, times the step's length
  float factor;        ///< calibrates the decay of a shear flow
  float wall_per_m2;   ///< see ApplyFluidForces
  float kept, taken;   ///< Chebyshev factors of the last change and of the residual

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(fluid.places_m[i]), v(velocities_m_s[i]);
    const float support_m = fluid.traits.kernel.support_m;
    const float core_m2 = 0.01f * support_m * support_m;
    const SolidDrag solid(fluid, i);
    const float by_walls = viscosity_m2 * wall_per_m2 * solid.share;
    ViscousBlock own{.xx = 1.0f + by_walls, .yy = 1.0f + by_walls, .zz = 1.0f + by_walls};
    glm::vec3 left = glm::vec3(fluid.velocities_m_s[i]) - v + (solid.velocity_m_s - v) * by_walls;
    const int count = fluid.neighbors.counts[i];
    for (int k = 0; k < count; ++k) {
      const FluidNeighbor other = fluid.neighbors.at(i, k);
      const glm::vec3 offset = x - glm::vec3(fluid.places_m[other.place]);
      const float squared_m2 = glm::dot(offset, offset);
      if (!(squared_m2 > 0.0f)) continue;
      const float wear = -factor * viscosity_m2 * glm::dot(other.gradient_per_m, offset) /
                         (squared_m2 * (squared_m2 + core_m2));
      own.add(offset, wear);
      left += offset * (wear * glm::dot(offset, glm::vec3(velocities_m_s[other.place]) - v));
    }
    left = own.solved(left);
    const glm::vec3 change =
        left * taken + (kept > 0.0f ? glm::vec3(ways_m_s[i]) * kept : glm::vec3(0.0f));
    ways_m_s[i] = glm::vec4(change, glm::dot(left, left));
    velocities_after_m_s[i] = glm::vec4(v + change, 0.0f);
  }
};

/// Takes over the solution, and stores the velocity changes for the next warm start. One thread per
/// sorted place.
struct TakeViscous {
  View<const int> order;
  View<const glm::vec4> worn_m_s, ways_m_s;  ///< sorted
  View<glm::vec4> velocities_m_s;            ///< sorted
  View<glm::vec4> changes_m_s;               ///< in the order of particles; w as in ways_m_s
  View<float> changed_in_s;                  ///< one
  float dt_s;

  LIMBER_HD void operator()(int k) const {
    if (k == 0) changed_in_s[0] = dt_s;
    const glm::vec3 change(worn_m_s[k] - velocities_m_s[k]);
    changes_m_s[order[k]] = glm::vec4(change, ways_m_s[k].w);
    velocities_m_s[k] = worn_m_s[k];
  }
};

}  // namespace limber
