#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/launch.h"
#include "kernels/piles/collide.h"
#include "sim/piles/sphere_lists.h"

namespace limber {

/// Spheres whose contacts are computed without a world around them.
struct CollidingSpheres {
  Buffer<SpherePlace> places;
  Buffer<SphereMotion> motions;
  Buffer<glm::vec4> levers_m;
  Buffer<BodyMomentum> momenta;
  Buffer<SphereForce> forces;
  Buffer<PileTally> tally;

  CollidingSpheres(const Exec& exec, const std::vector<SpherePlace>& places,
                   const std::vector<SphereMotion>& motions, const std::vector<glm::vec4>& levers_m,
                   const std::vector<BodyMomentum>& momenta)
      : places(exec, places),
        motions(exec, motions),
        levers_m(exec, levers_m),
        momenta(exec, momenta),
        forces(exec, static_cast<int>(places.size())),
        tally(exec, std::vector<PileTally>(1)) {}
  /// All bodies at rest, with the spheres at their centres.
  CollidingSpheres(const Exec& exec, const std::vector<SpherePlace>& places,
                   const std::vector<SphereMotion>& motions)
      : CollidingSpheres(exec, places, motions,
                         std::vector<glm::vec4>(places.size(), glm::vec4(0.0f)),
                         std::vector<BodyMomentum>(places.size())) {}

  void collide(const Exec& exec, SphereLists& lists, const ContactLaw& law,
               float largest_diameter_m, float dt_s) {
    const CollideSpheres collide{.near = lists.near(),
                                 .stale = lists.stale(),
                                 .places = readable(places),
                                 .motions = readable(motions),
                                 .levers_m = readable(levers_m),
                                 .momenta = momenta.view(),
                                 .colliders = {},
                                 .springs = lists.springs(),
                                 .collider_springs = lists.collider_springs(),
                                 .forces = forces.view(),
                                 .tally = tally.view(),
                                 .law = law,
                                 .largest_diameter_m = largest_diameter_m,
                                 .dt_s = dt_s};
    if (exec.backend() == Backend::cuda)
      collide_spheres_on_cuda(exec, "collision", collide);
    else
      launch_on_host(exec, "collision", places.size(), collide);
  }
};

}  // namespace limber
