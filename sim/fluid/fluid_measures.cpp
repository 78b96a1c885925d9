// Residuals and warnings of a fluid.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/launch.h"
#include "sim/fluid/fluid_system.h"

namespace limber {

void FluidSystem::request_tally() {
  if (const auto tally = tally_later_.poll()) newest_tally_ = *tally;
  if (!tally_later_.pending()) tally_later_.request(*exec_, readable(tally_));
}

void FluidSystem::request_residuals() {
  request_tally();
  if (foam_) foam_->request_sums(*exec_);
  if (sums_later_.pending()) return;
  launch(*exec_, "residuals", block_sums_.size(),
         SumBlockOfFluid{readable(particles_), readable(density_errors_), readable(motions_),
                         readable(viscous_changes_m_s_), block_sums_.view()});
  launch(*exec_, "residuals", 1, SumFluid{readable(block_sums_), sums_.view()});
  sums_later_.request(*exec_, readable(sums_));
}

const std::map<std::string, double>& FluidSystem::residuals() {
  if (const auto tally = tally_later_.poll()) newest_tally_ = *tally;
  if (const auto sums = sums_later_.poll()) {
    const double all = std::max(sums->particles, 1);
    residuals_ = {{"density_error", sums->too_dense / all},
                  {"max_density_error", sums->densest},
                  {"max_speed", sums->fastest_m_s},
                  {"speed", std::sqrt(sums->speed_squared_m2_s2 / all)},
                  {"neighbors_left_out",
                   static_cast<double>(newest_tally_.left_out) / std::max(newest_tally_.steps, 1)}};
    if (is_viscosity_implicit())
      residuals_["viscosity"] = std::sqrt(sums->viscous_left_m2_s2 / all);
  }
  if (foam_) {
    foam_->add_sums(residuals_);
    residuals_["foam_lost"] =
        static_cast<double>(newest_tally_.foam_lost) / std::max(newest_tally_.steps, 1);
  }
  return residuals_;
}

std::vector<IterationCount> FluidSystem::iterations_now() const {
  if (!is_dfsph()) return {};
  std::vector<IterationCount> all{{"density", settings_.iterations},
                                  {"divergence", settings_.divergence_iterations}};
  if (is_viscosity_implicit()) all.push_back({"viscosity", settings_.viscosity_iterations});
  return all;
}

std::string FluidSystem::trouble() {
  if (const auto tally = tally_later_.poll()) newest_tally_ = *tally;
  const int steps = std::max(newest_tally_.steps, 1);
  if (newest_tally_.slowed > 0)
    return fmt::format(
        "{} particles of the fluid would move by more than their spacing in a step and are slowed "
        "down: set a shorter dt_s",
        (newest_tally_.slowed + steps - 1) / steps);
  if (follows_speed() && pace_.falls_short())
    return fmt::format(
        "steps of {:.3g} s are longer than cfl allows: set a shorter min_dt_s, or a shorter dt_s "
        "if 1/32 of it is still too long",
        dt_s_);
  if (newest_tally_.left_out > 0)
    return fmt::format(
        "particles have more neighbours, or spheres of bodies near them, than there is memory for: "
        "{} are ignored; set more iterations or a shorter dt_s, or use larger spheres",
        (newest_tally_.left_out + steps - 1) / steps);
  if (newest_tally_.refused > 0)
    return fmt::format(
        "{} particles were not emitted in the newest frame: emitters have reached their "
        "max_particles",
        newest_tally_.refused);
  if (newest_tally_.foam_lost > 0)
    return fmt::format(
        "{} foam particles are removed early in each step: raise max_specks in [foam], or lower "
        "foam_life_s",
        (newest_tally_.foam_lost + steps - 1) / steps);
  if (!is_viscosity_implicit() && settings_.viscosity_m2_s > max_viscosity_m2_s())
    return fmt::format("viscosity_m2_s is limited to {:.3g}: more needs {}", max_viscosity_m2_s(),
                       is_dfsph() ? "viscosity_iterations" : "a shorter step");
  if (is_dfsph() && settings_.vorticity_m2_s > max_vorticity_m2_s())
    return fmt::format("vorticity_m2_s is limited to {:.3g}: more needs a shorter step",
                       max_vorticity_m2_s());
  if (is_dfsph() && settings_.surface_tension_N_m > max_tension_N_m())
    return fmt::format("surface_tension_N_m is limited to {:.3g}: more needs a shorter step",
                       max_tension_N_m());
  if (!is_dfsph() && settings_.sound_m_s > max_sound_m_s())
    return fmt::format("sound_m_s is limited to {:.3g}: more needs a shorter step",
                       max_sound_m_s());
  return {};
}

std::vector<glm::vec3> FluidSystem::positions_m() {
  std::vector<glm::vec3> places_m;
  for (const Particle& particle : particles_.download(*exec_))
    if (!is_free(particle)) places_m.push_back(particle.position_m);
  return places_m;
}

}  // namespace limber
