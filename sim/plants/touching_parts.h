#pragma once

#include "kernels/buffer.h"
#include "kernels/plants/touching_parts.h"
#include "sim/archive.h"
#include "sim/contact/contact_step.h"
#include "sim/plants/part_dynamics.h"
#include "sim/plants/touching_surface.h"

namespace limber {

/// Parts in the contacts of their world (kernels/plants/touching_parts.h).
class TouchingParts {
 public:
  TouchingParts(const Exec& exec, const TouchingSurface& surface, const PartTree& tree);

  /// By what an impulse moves the parts: those of rule_of(). Waits.
  void set_matrices(const Exec& exec, PartDynamics& dynamics, const StepMatrices& matrices);
  /// Impulses move points at once, and the parts' stiffness has to hold that within the step: the
  /// implicit Euler rule, by which a steady force bends parts at the end of each step as it should.
  static StepRule rule_of(StepRule rule);

  void launch_start(const Exec& exec, PartDynamics& dynamics);
  void launch_show(const Exec& exec, PartDynamics& dynamics, View<Particle> points);
  /// sway: of the parts' own step.
  void launch_move(const Exec& exec, PartDynamics& dynamics, SwayStep sway,
                   const ContactStep& step);
  void launch_share(const Exec& exec, PartDynamics& dynamics, const SwayStep& sway,
                    const ContactStep& step);
  void launch_take(const Exec& exec, PartDynamics& dynamics, const SwayStep& sway,
                   const ContactStep& step);
  void archive(Archive& archive);

 private:
  PartPoints points_of(PartDynamics& dynamics) const;
  HeldPoints held_points(const ContactStep& step) const;
  void hold(const Exec& exec, PartDynamics& dynamics, const SwayStep& sway, const HoldModes& modes);

  // What does not change.
  Buffer<PartPoint> points_;
  Buffer<glm::vec3> modes_;
  Buffer<PartReach> reaches_;
  Buffer<int> plant_of_part_, part_of_coordinate_, plant_of_coordinate_;
  // What changes with the settings.
  Buffer<float> inverses_, couplings_, responses_;
  Buffer<PointMobility> mobilities_;
  Buffer<float> per_kg_, terms_;
  // What a step makes anew.
  Buffer<float> starts_;  ///< q
  Buffer<int> pushing_on_, some_;
  Buffer<glm::vec3> impulses_N_s_;
  Buffer<PartLoad> loads_;
  Buffer<float> modes_N_;
  Buffer<int> part_ways_, part_speeds_, plant_ways_, plant_speeds_, held_;
};

}  // namespace limber
