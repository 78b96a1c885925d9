// Non-pressure forces and their stability limits: viscosity [Weiler18], surface tension
// (kernels/fluid/tension.h) and micropolar vorticity (kernels/fluid/vorticity.h).

#include <algorithm>
#include <cmath>

#include "kernels/launch.h"
#include "sim/fluid/fluid_system.h"

namespace limber {

namespace {

/// Factor on the energy of neighbour shortages that gives a surface its tension. Measured, since it
/// depends on how particles settle there: drops oscillate with the period of [Rayleigh79].
constexpr float tension_factor = 12.0f;
/// Damping rate of particles at a surface, over the rate of the shortest waves there. Measured:
/// drops come to rest, but other causes dominate the damping of their oscillation.
constexpr float calming_factor = 4.0f;
/// Attraction of a wetting fluid to walls, as a shortage, over the cosine of the contact angle.
/// Measured from drops on a floor.
constexpr float wetting_factor = 0.32f;
/// Lower limit of that cosine: without any attraction, particles would hop on walls.
constexpr float min_wetting = 0.03f;

}  // namespace

/// At this limit, a velocity loses half of its difference to the neighbours in a step.
float FluidSystem::max_viscosity_m2_s(float dt_s) const {
  return 0.5f / ((is_dfsph() ? wear_per_m2_ : sph_wear_per_m2_) * dt_s);
}

float FluidSystem::wall_wear() const {
  const float viscosity_m2_s =
      is_viscosity_implicit() ? settings_.viscosity_m2_s : acting_viscosity_m2_s();
  return viscosity_m2_s * dt_s_ * wall_wear_per_m2_;
}

/// At this limit, flow and spins together remove a surplus of spin in one step.
float FluidSystem::max_vorticity_m2_s(float dt_s) const {
  return 1.0f / ((max_curl_per_m2_ + 4.0f / spin_inertia_m2_) * dt_s);
}

/// Resolves the shortest capillary waves in time: [Brackbill92], where the density is the mean of
/// both sides.
float FluidSystem::max_tension_N_m(float dt_s) const {
  return settings_.density_kg_m3 * traits_.volume_m3 / (4.0f * pi * dt_s * dt_s);
}

/// At this limit, sound travels 0.3 support radii in a step.
float FluidSystem::max_sound_m_s(float dt_s) const {
  return 0.3f * traits_.kernel.support_m / dt_s;
}

float FluidSystem::max_step_s() const {
  constexpr float second_s = 1.0f;  // longer than any step; the limits scale with powers of it
  float longest_s = second_s;
  if (!is_dfsph()) longest_s = std::min(longest_s, max_sound_m_s(second_s) / settings_.sound_m_s);
  if (is_dfsph() && settings_.surface_tension_N_m > 0.0f)
    longest_s =
        std::min(longest_s, std::sqrt(max_tension_N_m(second_s) / settings_.surface_tension_N_m));
  if (spins())
    longest_s = std::min(longest_s, max_vorticity_m2_s(second_s) / settings_.vorticity_m2_s);
  if (!is_viscosity_implicit() && settings_.viscosity_m2_s > 0.0f)
    longest_s = std::min(longest_s, max_viscosity_m2_s(second_s) / settings_.viscosity_m2_s);
  return longest_s;
}

void FluidSystem::launch_vorticity() {
  const SortedFluid fluid = sorted(velocities_m_s_);
  const float transfer_m2 = std::min(settings_.vorticity_m2_s, max_vorticity_m2_s()) * dt_s_;
  launch(*exec_, "vorticity", particles(),
         TakeSpin{fluid, readable(cells_.items()), spins_rad_s_.view(), surplus_rad_s_.view(),
                  2.0f * transfer_m2 / spin_inertia_m2_});
  launch(*exec_, "vorticity", particles(),
         GiveSpin{fluid, readable(surplus_rad_s_), forced_m_s_.view(), transfer_m2});
}

void FluidSystem::launch_tension() {
  const float tension_N_m = std::min(settings_.surface_tension_N_m, max_tension_N_m());
  const float mass_kg = particle_mass_kg();
  const float cosine = std::cos(settings_.contact_angle_deg * pi / 180.0f);
  const float filled = std::min(1.0f + cosine, 1.0f), fill = wall_fill_ * filled;
  const SortedFluid fluid = sorted(velocities_m_s_);
  launch(*exec_, "tension", particles(),
         FindShortages{fluid, surface_kernel_, shortages_.view(), fill});
  launch(*exec_, "tension", particles(),
         PullSurface{
             .fluid = fluid,
             .kernel = surface_kernel_,
             .shortages = readable(shortages_),
             .pulls_m_s = pulls_m_s_.view(),
             .velocities_after_m_s = forced_m_s_.view(),
             .wall_fill = fill,
             .wall_draw = wetting_factor * std::max(cosine, min_wetting),
             .sphere_share = filled * filled,  // measured from drops on a ball
             .pull_m2_s = tension_factor * tension_N_m * spacing_m_ * spacing_m_ / mass_kg * dt_s_,
             .mass_kg = mass_kg,
             .calm = calming_factor * std::sqrt(tension_N_m / mass_kg) * dt_s_});
  launch(*exec_, "tension", particles(),
         SharePulls{fluid, surface_kernel_, readable(pulls_m_s_), shared_m_s_.view(), false});
  launch(*exec_, "tension", particles(),
         SharePulls{fluid, surface_kernel_, readable(shared_m_s_), forced_m_s_.view(), true});
  if (spheres_) spheres_->launch_try(*exec_);
}

/// Chebyshev iterations: the eigenvalues of blocks^-1 (1 + dt L) lie between that of an undamped
/// motion, with the largest block, and 2.
void FluidSystem::launch_viscosity() {
  const float viscosity_m2 = settings_.viscosity_m2_s * dt_s_;
  // viscous_per_m2() has 2 in place of the factor; per axis, a pair counts a third in the mean.
  const float largest_block = 1.0f + viscosity_m2 * wear_per_m2_ * shear_factor_ / 6.0f;
  const float low = 1.0f / largest_block, high = 2.0f;
  const float middle = 0.5f * (high + low), half = 0.5f * (high - low);
  launch(
      *exec_, "viscosity", particles(),
      GuessViscous{readable(cells_.items()), readable(forced_m_s_), readable(viscous_changes_m_s_),
                   readable(viscous_changed_in_s_), worn_m_s_[0].view(), dt_s_});
  float rho = half / middle;
  const int iterations = settings_.viscosity_iterations;
  for (int k = 0; k < iterations; ++k) {
    float kept = 0.0f, taken = 1.0f / middle;
    if (k > 0) {
      const float next = 1.0f / (2.0f * middle / half - rho);
      kept = next * rho;
      taken = 2.0f * next / half;
      rho = next;
    }
    launch(*exec_, "viscosity", particles(),
           WearVelocities{.fluid = sorted(forced_m_s_),
                          .velocities_m_s = readable(worn_m_s_[k % 2]),
                          .velocities_after_m_s = worn_m_s_[(k + 1) % 2].view(),
                          .ways_m_s = ways_m_s_.view(),
                          .viscosity_m2 = viscosity_m2,
                          .factor = shear_factor_,
                          .wall_per_m2 = wall_wear_per_m2_,
                          .kept = kept,
                          .taken = taken});
  }
  launch(*exec_, "viscosity", particles(),
         TakeViscous{readable(cells_.items()), readable(worn_m_s_[iterations % 2]),
                     readable(ways_m_s_), forced_m_s_.view(), viscous_changes_m_s_.view(),
                     viscous_changed_in_s_.view(), dt_s_});
}

}  // namespace limber
