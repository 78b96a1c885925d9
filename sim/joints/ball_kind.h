#pragma once

namespace limber {

/// What balls are like that are shot into a scene.
struct BallKind {
  float radius_m = 0.1f;
  float density_kg_m3 = 500.0f;
  bool operator==(const BallKind&) const = default;
};

}  // namespace limber
