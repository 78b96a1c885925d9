#include "sim/piles/stability.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

/// Twelve equal spheres can touch one; along any direction they hold it like a third of them.
constexpr float contacts_of_a_sphere = 4.0f;
/// A body of many spheres has more, but never all of its spheres at work at the same time.
constexpr float contacts_of_a_body = 12.0f;
/// A force that shears also turns the spheres it acts on, which makes them lighter: a solid ball
/// by 1 + 5/2.
constexpr double shear_share = 3.5;

/// The root where the stable steps end, in units of 1 / w.
double stable_step(double damping_ratio) {
  return 2.0 * (std::sqrt(1.0 + damping_ratio * damping_ratio) - damping_ratio);
}

}  // namespace

Shakiness shakiness_of(const PilesModel& model) {
  Shakiness worst;
  const auto take = [&](float contacts, float inverse_mass_per_kg) {
    if (contacts * inverse_mass_per_kg > worst.contacts * worst.inverse_mass_per_kg)
      worst = {contacts, inverse_mass_per_kg};
  };
  for (const PileKind& kind : model.kinds) {
    const SphereBody& body = kind.body;
    // Two bounds, of which the lower one holds: every sphere carries its share of the body's mass,
    // or a few of them all of it, where the body is the easiest to move.
    const float share = static_cast<float>(body.centers_m.size()) / body.mass_kg;
    float easiest = 0.0f;
    for (const glm::vec3& x : body.centers_m)
      easiest = std::max(easiest, largest_inverse_mass_per_kg(body, x));
    if (contacts_of_a_sphere * share < contacts_of_a_body * easiest)
      take(contacts_of_a_sphere, share);
    else
      take(contacts_of_a_body, easiest);
  }
  return worst;
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

double longest_dt_s(const Shakiness& shakiness, const PilesSettings& settings,
                    double stiffness_N_m) {
  const double n = shakiness.contacts;
  const double pair_inverse_mass = 2.0 * shakiness.inverse_mass_per_kg;
  const double across = stable_step(std::sqrt(n) * damping_ratio_of(settings.restitution));
  const double along = stable_step(std::sqrt(n) * settings.shear) /
                       std::sqrt(std::max(shear_share * settings.shear_spring, 1.0));
  return std::min(across, along) / std::sqrt(n * stiffness_N_m * pair_inverse_mass);
}

double stiffness_for(const Shakiness& shakiness, const PilesSettings& settings) {
  const double root = longest_dt_s(shakiness, settings, 1.0) * 0.8 / settings.dt_s;
  return root * root;
}

ContactLaw contact_law(const Shakiness& shakiness, const PilesSettings& settings) {
  const double stiffness_N_m =
      settings.stiffness_N_m > 0.0f ? settings.stiffness_N_m : stiffness_for(shakiness, settings);
  return {.stiffness_N_m = static_cast<float>(stiffness_N_m),
          .damping_ratio = static_cast<float>(damping_ratio_of(settings.restitution)),
          .shear_ratio = static_cast<float>(settings.shear / shear_share),
          .shear_stiffness_N_m = static_cast<float>(settings.shear_spring * stiffness_N_m),
          .friction = settings.friction,
          .rolling = settings.rolling};
}

}  // namespace limber
