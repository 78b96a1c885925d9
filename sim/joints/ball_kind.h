#pragma once

namespace limber {

/// Size and density of balls to be shot.
struct BallKind {
  float radius_m = 0.1f;
  float density_kg_m3 = 500.0f;

  static constexpr float min_radius_m = 0.002f, max_radius_m = 2.0f;
  static constexpr float min_density_kg_m3 = 5.0f, max_density_kg_m3 = 20'000.0f;
  bool operator==(const BallKind&) const = default;
};

}  // namespace limber
