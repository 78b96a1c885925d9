#include "sim/piles/stability.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

/// Twelve equal spheres can touch one; along any direction they hold it like a third of them. A
/// body of many spheres has more contacts, but those that press where it is the easiest to move are
/// as many, and piles of all shapes stay calm beyond this.
constexpr double contacts = 4.0;
/// A force that shears also turns the spheres it acts on, which makes them lighter: a solid ball
/// by 1 + 5/2.
constexpr double shear_share = 3.5;

/// The root where the stable steps end, in units of 1 / w.
double stable_step(double damping_ratio) {
  return 2.0 * (std::sqrt(1.0 + damping_ratio * damping_ratio) - damping_ratio);
}

}  // namespace

float largest_inverse_mass_per_kg(const PilesModel& model) {
  float largest = 0.0f;
  for (const PileKind& kind : model.kinds)
    for (const glm::vec3& x : kind.body.centers_m)
      largest = std::max(largest, largest_inverse_mass_per_kg(kind.body, x));
  return largest;
}

float heaviest_kg(const PilesModel& model) {
  float heaviest = 0.0f;
  for (const PileKind& kind : model.kinds) heaviest = std::max(heaviest, kind.body.mass_kg);
  return heaviest;
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

double longest_dt_s(double inverse_mass_per_kg, const PilesSettings& settings,
                    double stiffness_N_m) {
  const double together = std::sqrt(contacts);
  const double across = stable_step(together * damping_ratio_of(settings.restitution));
  const double along = stable_step(together * settings.shear) /
                       std::sqrt(std::max(shear_share * settings.shear_spring, 1.0));
  return std::min(across, along) / std::sqrt(contacts * stiffness_N_m * 2.0 * inverse_mass_per_kg);
}

double stiffness_for(double inverse_mass_per_kg, const PilesSettings& settings) {
  const double root = longest_dt_s(inverse_mass_per_kg, settings, 1.0) * 0.8 / settings.dt_s;
  return root * root;
}

ContactLaw contact_law(double inverse_mass_per_kg, const PilesSettings& settings) {
  const double stiffness_N_m = settings.stiffness_N_m > 0.0f
                                   ? settings.stiffness_N_m
                                   : stiffness_for(inverse_mass_per_kg, settings);
  return {.stiffness_N_m = static_cast<float>(stiffness_N_m),
          .damping_ratio = static_cast<float>(damping_ratio_of(settings.restitution)),
          .shear_ratio = static_cast<float>(settings.shear / shear_share),
          .shear_stiffness_N_m = static_cast<float>(settings.shear_spring * stiffness_N_m),
          .friction = settings.friction,
          .rolling = settings.rolling};
}

}  // namespace limber
