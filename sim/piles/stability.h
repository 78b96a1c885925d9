#pragma once

#include <string>
#include <vector>

#include "kernels/piles/contact.h"
#include "sim/piles/piles_model.h"
#include "sim/piles/piles_settings.h"

// How long a step may be. Symplectic Euler of  m x'' + c x' + k x = 0  is stable up to
//   dt = 2 (sqrt(1 + z^2) - z) / w,   w = sqrt(k / m),   z = c / (2 sqrt(k m)),
// where its characteristic polynomial has the root -1. Of a system of
// contacts the stiffest vibration decides, whose w^2 is at most n k /
// m with n contacts that are pressed at the same time [OSullivan04],
// and whose m is half of a body's where its neighbours swing against
// it.

namespace limber {

/// Of a body that several contacts press at the same time.
struct PileVibration {
  double contacts = 0.0;             ///< how many times the damping of one they make
  double inverse_mass_per_kg = 0.0;  ///< times a contact's stiffness: the square of its frequency
};

struct PileExtremes {
  std::vector<PileVibration> vibrations;  ///< those of each kind of body
  double heaviest_kg = 0.0;
};
PileExtremes extremes_of(const PilesModel& model);

/// The dashpot's share of critical damping for which two spheres part with `restitution` times the
/// speed at which they met, when the contact ends as soon as it would pull [Schwager07, equation
/// 24]: e = exp(-2 z acos(z) / sqrt(1 - z^2)). From exp(-2) to 1.
double damping_ratio_of(double restitution);

/// The longest step in which all of them are stable.
double longest_dt_s(const PileExtremes& pile, const PilesSettings& settings, double stiffness_N_m);

/// The stiffness of settings that leave it open: the step is four fifths of the longest.
double stiffness_for(const PileExtremes& pile, const PilesSettings& settings);

/// A sentence on springs that are too soft for spheres of this size, or steps that are too long for
/// them; empty: neither.
std::string trouble_with_springs(const PileExtremes& pile, float largest_diameter_m,
                                 const PilesSettings& settings, double stiffness_N_m);

ContactLaw contact_law(const PileExtremes& pile, const PilesSettings& settings);

}  // namespace limber
