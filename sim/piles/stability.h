#pragma once

#include <string>
#include <vector>

#include "kernels/piles/contact.h"
#include "sim/piles/piles_model.h"
#include "sim/piles/piles_settings.h"

// The longest stable step. Symplectic Euler of  m x'' + c x' + k x = 0  is stable up to
//   dt = 2 (sqrt(1 + z^2) - z) / w,   w = sqrt(k / m),   z = c / (2 sqrt(k m)),
// where its characteristic polynomial has the root -1. In a system of contacts, the stiffest mode
// decides: its w^2 is at most n k / m with n simultaneous contacts [OSullivan04], and its m is half
// of a body's mass if the neighbours swing in antiphase.

namespace limber {

/// The stiffest mode of a body with several simultaneous contacts.
struct PileVibration {
  double contacts = 0.0;             ///< their number, as a factor on the damping of one
  double inverse_mass_per_kg = 0.0;  ///< times a contact's stiffness: w^2 with fixed neighbours
};

struct PileExtremes {
  std::vector<PileVibration> vibrations;  ///< one or two per kind of body
  double heaviest_kg = 0.0;
};
PileExtremes extremes_of(const PilesModel& model);

/// The damping ratio z of the dashpot for a coefficient of restitution e, if a contact ends as soon
/// as its force would pull [Schwager07, equation 24]: e = exp(-2 z acos(z) / sqrt(1 - z^2)). For e
/// from exp(-2) to 1.
double damping_ratio_of(double restitution);

/// The longest step for which all modes are stable.
double longest_dt_s(const PileExtremes& pile, const PilesSettings& settings, double stiffness_N_m);

/// The stiffness if the settings do not give one: dt_s is then 4/5 of the longest stable step.
double stiffness_for(const PileExtremes& pile, const PilesSettings& settings);

/// A message if springs are too soft for spheres of this size or steps too long for the springs;
/// empty if neither.
std::string trouble_with_springs(const PileExtremes& pile, float largest_diameter_m,
                                 const PilesSettings& settings, double stiffness_N_m);

ContactLaw contact_law(const PileExtremes& pile, const PilesSettings& settings);

}  // namespace limber
