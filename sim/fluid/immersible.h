#pragma once

#include <vector>

#include "kernels/fluid/immersed.h"
#include "kernels/piles/body.h"

namespace limber {

/// Spheres that stand for rigid bodies, those of a body one after the other.
struct ImmersedBalls {
  std::vector<SphereOnBody> spheres;
  /// How full of what displaces fluid each is; empty: as fullness_of() finds.
  std::vector<float> fullness;
};

/// Rigid bodies on which fluids press. See kernels/fluid/immersed.h.
class Immersible {
 public:
  virtual ~Immersible() = default;

  /// For a fluid of that spacing. All bodies have some; they do not change.
  virtual const ImmersedBalls& immersed_balls(float spacing_m) = 0;
  /// Writes where they are and how fast, of bodies that are numbered from first_body on.
  virtual void launch_show_spheres(View<ImmersedSphere> spheres, int first_body) = 0;
  /// Writes how fast they would be with these impulses.
  virtual void launch_try_impulses(View<const ImmersedSphere> spheres, const BodyImpulses& impulses,
                                   View<glm::vec4> velocities_m_s) = 0;
  /// touched: of each body that moves, not 0 where fluid was near it in the fluid's last step.
  /// dt_s: of the world's.
  virtual void launch_take_impulses(const BodyImpulses& impulses, View<const long long> touched,
                                    float dt_s) = 0;
};

}  // namespace limber
