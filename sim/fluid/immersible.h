#pragma once

#include <vector>

#include "kernels/fluid/immersed.h"
#include "kernels/piles/body.h"

namespace limber {

/// Rigid bodies of spheres on which fluids press. See kernels/fluid/immersed.h.
class Immersible {
 public:
  virtual ~Immersible() = default;

  /// Does not change. Those of a body follow each other.
  virtual const std::vector<SphereOnBody>& immersed_spheres() const = 0;
  /// Writes where they are and how fast.
  virtual void launch_show_spheres(View<ImmersedSphere> spheres) = 0;
  /// Writes how far a push on each moves it, per kg and m, if all of them come at once.
  virtual void launch_share_pushes(View<const ImmersedSphere> spheres, const SpherePushes& pushes,
                                   View<float> gives_per_kg_m) = 0;
  /// Writes how fast they would be with these impulses.
  virtual void launch_try_impulses(View<const ImmersedSphere> spheres,
                                   const SphereImpulses& impulses,
                                   View<glm::vec4> velocities_m_s) = 0;
  virtual void launch_take_impulses(const SphereImpulses& impulses) = 0;
};

}  // namespace limber
