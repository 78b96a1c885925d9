#pragma once

// The force between two spheres that touch: spring, dashpot and shear [Harada07, equations 10 to
// 13], [Mishra03]. Four things are added: a contact never pulls [Schwager07]; friction is limited
// by Coulomb's law; sticking contacts have a shear spring [Cundall79], without which every heap
// creeps until it is flat; and a little rolling resistance [Ai11] lets single balls come to rest.
// That is a damper limited like friction; grains, whose heaps would creep with a damper alone, also
// have a spring (model C of [Ai11]).

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/piles/shear_springs.h"

namespace limber {

struct ContactLaw {
  float stiffness_N_m;
  float damping_ratio;        ///< of the dashpot; 1 is critical
  float shear_ratio;          ///< of the shear force's damping, like damping_ratio
  float shear_stiffness_N_m;  ///< 0: no shear spring, as in the paper
  float friction;
  float rolling;  ///< coefficient of rolling resistance, at the sphere's surface
  /// Of the rolling spring; above 0 only where contacts store their rolling displacement.
  float rolling_stiffness_N_m = 0.0f;
};

/// Deep overlaps separate, but without an explosion: neither one deep contact nor many together
/// make a body much faster than this. If a body has deep contacts, its mass is split among all of
/// its contacts, as counted in the last step (see SharedContacts; [Tonge12]). Both sides of a pair
/// use the numbers of both bodies, so that momentum is conserved.
inline constexpr float deep_radii = 0.2f, fastest_from_deep_m_s = 2.0f;
/// In the first step, before contacts have been counted, deeper contacts do not push.
inline constexpr float uncounted_radii = 0.02f;

/// A contact, seen from one of the two sides.
struct Touch {
  glm::vec3 normal;  ///< to this one from the other, unit length
  float overlap_m;
  glm::vec3 velocity_m_s;     ///< of this one's contact point relative to the other's
  glm::vec3 spin_rad_s;       ///< of this one relative to the other
  float radius_m;             ///< of the smaller one
  float inverse_mass_per_kg;  ///< the sum of both
  float split_per_kg = 0.0f;  ///< sum after mass splitting; 0: not split

  LIMBER_HD bool is_deep() const {
    return overlap_m > deep_radii * radius_m && inverse_mass_per_kg > 0.0f;
  }
};

struct ContactForce {
  glm::vec3 force_N;     ///< on this one, at the contact point
  glm::vec3 torque_N_m;  ///< in addition to that of the force
};

/// Force of a spring and a damper, clamped to the limit. Beyond the limit the spring slips until
/// the force equals it [Luding08, section 2.3].
LIMBER_HD inline glm::vec3 limited_N(float stiffness_N_m, const glm::vec3& damping_N, float limit_N,
                                     glm::vec3& stretch_m) {
  glm::vec3 force_N = -stiffness_N_m * stretch_m - damping_N;
  const float size_N = glm::sqrt(glm::dot(force_N, force_N));
  if (!(size_N > limit_N)) return force_N;
  force_N *= limit_N / size_N;
  if (stiffness_N_m > 0.0f) stretch_m = (force_N + damping_N) * (-1.0f / stiffness_N_m);
  return force_N;
}

/// stretch: of the springs; updated.
LIMBER_HD inline ContactForce contact_force(const ContactLaw& law, const Touch& touch, float dt_s,
                                            Stretch& stretch) {
  // Between two fixed bodies there is nothing to damp.
  const float unit_kg_s = touch.inverse_mass_per_kg > 0.0f
                              ? glm::sqrt(law.stiffness_N_m / touch.inverse_mass_per_kg)
                              : 0.0f;
  const glm::vec3 n = touch.normal;
  const float parting_m_s = glm::dot(touch.velocity_m_s, n);
  float pressure_N = glm::max(
      law.stiffness_N_m * touch.overlap_m - 2.0f * law.damping_ratio * unit_kg_s * parting_m_s,
      0.0f);
  if (touch.split_per_kg > 0.0f)
    pressure_N = glm::clamp((fastest_from_deep_m_s - parting_m_s) / (touch.split_per_kg * dt_s),
                            0.0f, pressure_N);
  const glm::vec3 sliding = touch.velocity_m_s - n * parting_m_s;
  const glm::vec3 damping = sliding * (2.0f * law.shear_ratio * unit_kg_s);
  stretch.shear_m = stretch.shear_m - n * glm::dot(n, stretch.shear_m) + sliding * dt_s;
  const glm::vec3 shear =
      limited_N(law.shear_stiffness_N_m, damping, law.friction * pressure_N, stretch.shear_m);
  // Rolling is damped like sliding at the surfaces, up to a share of the normal force.
  const glm::vec3 turning = touch.spin_rad_s * touch.radius_m;
  if (law.rolling_stiffness_N_m > 0.0f)
    stretch.roll_m = stretch.roll_m - n * glm::dot(n, stretch.roll_m) +
                     (turning - n * glm::dot(n, turning)) * dt_s;
  const glm::vec3 brake =
      limited_N(law.rolling_stiffness_N_m, turning * (2.0f * law.shear_ratio * unit_kg_s),
                law.rolling * pressure_N, stretch.roll_m);
  return {n * pressure_N + shear, brake * touch.radius_m};
}

}  // namespace limber
