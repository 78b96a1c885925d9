#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/fluid/near_spheres.h"
#include "kernels/pbd/particle.h"
#include "sim/archive.h"
#include "sim/cell_lists.h"
#include "sim/fluid/immersible.h"

namespace limber {

/// The spheres of rigid bodies, or balls that fill the bodies, as boundary of a fluid, and the
/// impulses between both in a step of the world. See kernels/fluid/immersed.h.
class SphereBoundary {
 public:
  /// bodies: at least one, with spheres; must outlive this.
  SphereBoundary(const Exec& exec, const std::vector<Immersible*>& bodies,
                 const FluidTraits& traits, float spacing_m, int particles);

  bool is_of(const std::vector<Immersible*>& bodies) const { return bodies == bodies_; }
  /// Only scratch: everything is rebuilt in each step.
  void archive(Archive& archive);
  /// The boundary for kernels of the fluid, whose step fills it.
  ImmersedSpheres view();

  /// Order of calls in a step of the world: begin; in each step of the fluid, find and drag, try
  /// after each addition of impulses, and, except after the last one, carry; end. mass_kg: of a
  /// particle.
  void launch_begin(const Exec& exec, float mass_kg, float dt_s);
  void launch_find(const Exec& exec, const SortedFluid& fluid, View<FluidTally> tally);
  /// For dfsph, after find. wear: see SphereDrag.
  void launch_weigh(const Exec& exec, const SortedFluid& fluid, float wear);
  void launch_drag(const Exec& exec, const SortedFluid& fluid, View<const glm::vec4> velocities_m_s,
                   float wear);
  void launch_try(const Exec& exec);
  void launch_carry(const Exec& exec, float dt_s);
  void launch_end(const Exec& exec);

  /// Throws Error(bad_input) for spheres that are too small for a fluid of this spacing or overlap
  /// it. Waits.
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
  SphereDrag drag(float wear) const { return {wear, mass_kg_, readable(inverse_mass_per_kg_m_)}; }

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
  Buffer<float> inverse_mass_per_kg_m_;
  Buffer<ImpulseSum> linear_, angular_;  ///< of bodies
  Buffer<long long> body_pushes_;
  // Of particles, in sorted order.
  Buffer<NearSphere> near_;
  Buffer<int> counts_;
  Buffer<glm::vec4> drags_;
};

}  // namespace limber
