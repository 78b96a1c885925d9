#include "sim/piles/stability.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {

namespace {

/// Up to twelve equal spheres touch one, which along any direction count as a third of them. Bodies
/// of many spheres have more contacts, but about as many where their inverse effective mass is
/// largest; heaps of all shapes proved stable with this. A body on a wide face needs more.
constexpr double contacts = 4.0;
/// A shear force also rotates the spheres, which multiplies the inverse effective mass: of a solid
/// ball by 1 + 5/2.
constexpr double shear_share = 3.5;
/// A torque against rolling only rotates them: 5/2 of the inverse mass for a solid ball.
constexpr double rolling_share = 2.5;
/// Max. penetration, in diameters, of a body that rests on a single contact. Most rest on three or
/// more, and carry others.
constexpr double max_sunk = 0.3;

/// The longest stable step, in units of 1 / w.
double stable_step(double damping_ratio) {
  return 2.0 * (std::sqrt(1.0 + damping_ratio * damping_ratio) - damping_ratio);
}

}  // namespace

PileExtremes extremes_of(const PilesModel& model) {
  PileExtremes pile;
  for (const PileKind& kind : model.kinds) {
    double inverse_mass_per_kg = 0.0;
    for (const glm::vec3& x : kind.body.centers_m)
      inverse_mass_per_kg =
          std::max<double>(inverse_mass_per_kg, largest_inverse_mass_per_kg(kind.body, x));
    pile.vibrations.push_back({contacts, contacts * inverse_mass_per_kg});
    pile.heaviest_kg = std::max<double>(pile.heaviest_kg, kind.body.mass_kg);
    if (!kind.upright) continue;
    const double face_per_kg = largest_inverse_mass_on_a_face_per_kg(kind.body);
    pile.vibrations.push_back({kind.body.mass_kg * face_per_kg, face_per_kg});
  }
  return pile;
}

double damping_ratio_of(double restitution) {
  const auto restitution_of = [](double z) {
    return std::exp(-2.0 * z * std::acos(z) / std::sqrt(1.0 - z * z));
  };
  double low = 0.0, high = 1.0 - 1e-9;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (low + high);
    (restitution_of(middle) > restitution ? low : high) = middle;
  }
  return low;
}

namespace {

/// The longest step for which `vibration` is stable.
double longest_dt_s(const PileVibration& vibration, const PilesSettings& settings,
                    double stiffness_N_m) {
  const double together = std::sqrt(vibration.contacts);
  const double across = stable_step(together * damping_ratio_of(settings.restitution));
  const double along =
      stable_step(together * settings.shear) /
      std::sqrt(std::max(
          shear_share * settings.shear_spring + rolling_share * settings.rolling_spring, 1.0));
  return std::min(across, along) / std::sqrt(stiffness_N_m * 2.0 * vibration.inverse_mass_per_kg);
}

}  // namespace

double longest_dt_s(const PileExtremes& pile, const PilesSettings& settings, double stiffness_N_m) {
  double longest_s = std::numeric_limits<double>::infinity();
  for (const PileVibration& vibration : pile.vibrations)
    longest_s = std::min(longest_s, longest_dt_s(vibration, settings, stiffness_N_m));
  return longest_s;
}

double stiffness_for(const PileExtremes& pile, const PilesSettings& settings) {
  const double root = longest_dt_s(pile, settings, 1.0) * 0.8 / settings.dt_s;
  return root * root;
}

std::string trouble_with_springs(const PileExtremes& pile, float largest_diameter_m,
                                 const PilesSettings& settings, double stiffness_N_m) {
  const double sinks =
      pile.heaviest_kg * std::abs(settings.gravity_m_s2) / stiffness_N_m / largest_diameter_m;
  if (sinks > max_sunk)
    return fmt::format(
        "springs of {:.3g} N/m are so soft that bodies sink into each other: the heaviest one by "
        "{:.0f}% of a sphere's diameter under its own weight; lower dt_s, or raise stiffness_N_m",
        stiffness_N_m, 100.0 * sinks);
  const double longest_s = longest_dt_s(pile, settings, stiffness_N_m);
  if (settings.dt_s <= longest_s) return {};
  return fmt::format(
      "a step of {:g} s is too long for springs of {:g} N/m between the lightest bodies: above "
      "{:.3g} s they may become unstable; lower dt_s, or set stiffness_N_m to 0",
      settings.dt_s, stiffness_N_m, longest_s);
}

ContactLaw contact_law(const PileExtremes& pile, const PilesSettings& settings) {
  const double stiffness_N_m =
      settings.stiffness_N_m > 0.0f ? settings.stiffness_N_m : stiffness_for(pile, settings);
  return {.stiffness_N_m = static_cast<float>(stiffness_N_m),
          .damping_ratio = static_cast<float>(damping_ratio_of(settings.restitution)),
          .shear_ratio = static_cast<float>(settings.shear / shear_share),
          .shear_stiffness_N_m = static_cast<float>(settings.shear_spring * stiffness_N_m),
          .friction = settings.friction,
          .rolling = settings.rolling,
          .rolling_stiffness_N_m = static_cast<float>(settings.rolling_spring * stiffness_N_m)};
}

}  // namespace limber
