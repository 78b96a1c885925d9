#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/fluid/near_spheres.h"
#include "kernels/pbd/particle.h"
#include "sim/archive.h"
#include "sim/cell_lists.h"
#include "sim/fluid/immersible.h"

namespace limber {

/// The spheres of rigid bodies, or balls that fill them, around a fluid, and what passes between
/// both in a step of the world. See kernels/fluid/immersed.h.
class SphereBoundary {
 public:
  /// bodies: at least one, with spheres. They are to outlive it.
  SphereBoundary(const Exec& exec, const std::vector<Immersible*>& bodies,
                 const FluidTraits& traits, float spacing_m, int particles);

  bool is_of(const std::vector<Immersible*>& bodies) const { return bodies == bodies_; }
  /// All is made anew in each step.
  void archive(Archive& archive);
  /// For its kernels; a step of the fluid fills what they find there.
  ImmersedSpheres view();

  /// In this order, of a step of the world: it begins; for each of the fluid's in it, spheres near
  /// its particles are found, then tried whenever impulses were added, then carried on; it ends.
  /// mass_kg: of a particle.
  void launch_begin(const Exec& exec, float mass_kg, float dt_s);
  /// alone: see FindNearSpheres; wear: see SphereDrag.
  void launch_find(const Exec& exec, const SortedFluid& fluid, View<FluidTally> tally, bool alone,
                   float wear);
  void launch_drag(const Exec& exec, const SortedFluid& fluid, View<const glm::vec4> velocities_m_s,
                   float wear);
  void launch_try(const Exec& exec);
  void launch_carry(const Exec& exec, float dt_s);
  void launch_end(const Exec& exec);

  /// Throws Error(bad_input) for spheres that are too small for a fluid of that spacing, or in it.
  /// Waits.
  void check_start(const Exec& exec, const std::vector<Particle>& particles, float spacing_m);

 private:
  struct Part {
    Immersible* bodies;
    int first_sphere, spheres, first_body, count;
  };
  SphereImpulses impulses();
  BodyImpulses body_impulses();
  BodyImpulses body_impulses(const Part& part);
  void launch_show();
  SphereDrag drag(float wear) const { return {wear, mass_kg_, readable(gives_per_kg_m_)}; }

  std::vector<Immersible*> bodies_;
  std::vector<Part> parts_;
  FluidTraits traits_;
  float mass_kg_ = 1.0f;
  float dt_s_ = 0.0f;  ///< of a step of the world
  CellRows rows_;
  CellLists cells_;
  Buffer<ImmersedSphere> spheres_;
  Buffer<SphereFilling> fillings_;
  Buffer<glm::vec2> maps_;
  Buffer<glm::vec4> velocities_m_s_;
  Buffer<ImpulseSum> impulses_;
  Buffer<long long> pushes_;
  Buffer<float> gives_per_kg_m_;
  Buffer<ImpulseSum> linear_, angular_;  ///< of bodies
  Buffer<long long> body_pushes_;
  // Of particles, in sorted order.
  Buffer<int> counts_;
  Buffer<glm::vec4> drags_;
};

}  // namespace limber
