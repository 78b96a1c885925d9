#pragma once

namespace limber {

/// Size and density of balls to be shot.
struct BallKind {
  float radius_m = 0.1f;
  float density_kg_m3 = 500.0f;
  bool operator==(const BallKind&) const = default;
};

}  // namespace limber
