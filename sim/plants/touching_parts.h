#pragma once

#include "kernels/buffer.h"
#include "kernels/plants/touching_parts.h"
#include "sim/archive.h"
#include "sim/contact/contact_step.h"
#include "sim/plants/part_dynamics.h"
#include "sim/plants/touching_surface.h"

namespace limber {

/// Parts in the contacts of the world (kernels/plants/touching_parts.h).
class TouchingParts {
 public:
  TouchingParts(const Exec& exec, const TouchingSurface& surface, const PartTree& tree);

  /// Sets the matrices by which impulses move the parts: those of rule_of(). Waits.
  void set_matrices(const Exec& exec, PartDynamics& dynamics, const StepMatrices& matrices);
  /// Impulses move points at once, so stiffness must act within the same step: the implicit Euler
  /// rule, with which a constant force gives the right static bending at the end of each step.
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

  // Constant.
  Buffer<PartPoint> points_;
  Buffer<glm::vec3> modes_;
  Buffer<PartReach> reaches_;
  Buffer<int> plant_of_part_, part_of_coordinate_, plant_of_coordinate_;
  // Functions of the settings.
  Buffer<float> inverses_, couplings_, responses_;
  Buffer<PointMobility> mobilities_;
  Buffer<float> per_kg_, terms_;
  // Scratch of a step.
  Buffer<float> starts_;  ///< q
  Buffer<int> pushing_on_, some_;
  Buffer<glm::vec3> impulses_N_s_;
  Buffer<PartLoad> loads_;
  Buffer<float> modes_N_;
  Buffer<int> part_ways_, part_speeds_, plant_ways_, plant_speeds_, held_;
};

}  // namespace limber
