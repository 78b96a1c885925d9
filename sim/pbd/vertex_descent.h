#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/pbd/descend.h"
#include "sim/archive.h"
#include "sim/mesh/topology.h"

namespace limber {

/// The constraints of a system in solver memory, and how they pull.
struct DescentConstraints {
  Incidence slots_of_particle;
  ConstraintData<DistanceConstraint> stretch, across;
  ConstraintData<DihedralConstraint> dihedral;
  ConstraintData<VolumeConstraint> volume;
  Pull pull_of_stretch, pull_of_across, pull_of_dihedral, pull_of_volume;
};

/// Vertex block descent over the constraints of position based dynamics (kernels/pbd/descend.h).
/// Vertices have colours of their own, far fewer than constraints have.
class VertexDescent {
 public:
  /// Share of the multipliers that a step starts with.
  static constexpr float kept_share = 0.99f;

  /// corners: the particles of each constraint.
  VertexDescent(const Exec& exec, int particles, const Lists& corners);

  int colors() const { return static_cast<int>(first_of_color_.size()) - 1; }
  /// Clears the multipliers, which belong to the step before.
  void forget(const Exec& exec);
  /// Before the iterations of a step, whose prediction `particles` are. on_trial: the next step is
  /// not to know of it.
  void begin(const Exec& exec, View<const Particle> particles, bool on_trial);
  void iterate(const Exec& exec, const DescentConstraints& constraints, View<Particle> particles,
               int iterations, bool on_trial);
  void archive(Archive& archive);

 private:
  std::vector<int> first_of_color_;
  Buffer<int> vertices_;                              ///< by colour
  Buffer<float> multipliers_, multipliers_on_trial_;  ///< of all constraints
  Buffer<glm::vec4> inertial_m_, left_m_;
};

}  // namespace limber
