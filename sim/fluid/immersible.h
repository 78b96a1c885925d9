#pragma once

#include <vector>

#include "kernels/fluid/immersed.h"
#include "kernels/piles/body.h"

namespace limber {

/// Spheres that represent rigid bodies; those of a body are contiguous.
struct ImmersedBalls {
  std::vector<SphereOnBody> spheres;
  /// Volume fraction of each that displaces fluid; empty: that of fullness_of().
  std::vector<float> fullness;
};

/// Rigid bodies with two-way coupling to fluids. See kernels/fluid/immersed.h.
class Immersible {
 public:
  virtual ~Immersible() = default;

  /// The spheres for a fluid of this spacing: constant, at least one per body.
  virtual const ImmersedBalls& immersed_balls(float spacing_m) = 0;
  /// Writes positions and velocities of the spheres; bodies are numbered from first_body on.
  virtual void launch_show_spheres(View<ImmersedSphere> spheres, int first_body) = 0;
  /// Writes the velocities that the spheres would have after these impulses.
  virtual void launch_try_impulses(View<const ImmersedSphere> spheres, const BodyImpulses& impulses,
                                   View<glm::vec4> velocities_m_s) = 0;
  /// Applies the impulses. touched: for each movable body, not 0 if fluid was near it in the
  /// fluid's last step. dt_s: of the world's step.
  virtual void launch_take_impulses(const BodyImpulses& impulses, View<const long long> touched,
                                    float dt_s) = 0;
};

}  // namespace limber
