#pragma once

#include "kernels/buffer.h"
#include "kernels/plants/part_contact.h"
#include "sim/archive.h"
#include "sim/plants/part_dynamics.h"

namespace limber {

/// Contacts of parts with colliders, at sample points of each part
/// (kernels/plants/part_contact.h).
class PartContacts {
 public:
  PartContacts(const Exec& exec, const PlantsModel& model, const PartTree& tree);

  struct Request {
    View<const Collider> colliders;  ///< at the start of the step
    float thickness_m;               ///< gap that parts keep from them
    float friction;
    int iterations;
  };
  /// Before and after each step of the parts.
  void launch_before(const Exec& exec, PartDynamics& dynamics, const SwayStep& step,
                     const Request& request);
  void launch_after(const Exec& exec, PartDynamics& dynamics, const SwayStep& step,
                    const Request& request);
  void forget(const Exec& exec);  ///< all contacts; waits
  void archive(Archive& archive);

  int points() const { return points_.size(); }
  /// Number of parts with vertices farther than 2 cm from their contact points, for lack of points.
  int sparse_parts() const { return sparse_parts_; }
  View<const PartContact> contacts() const { return contacts_.view(); }

 private:
  void solve(const Exec& exec, PartDynamics& dynamics, const SwayStep& step,
             const Request& request);
  PartPoints points_of(PartDynamics& dynamics) const;

  // Constant.
  int sparse_parts_ = 0;
  Buffer<PartPoint> points_;
  Buffer<glm::vec3> modes_;
  Buffer<PartReach> reaches_;
  Buffer<float> mode_reaches_m_;
  // The state.
  Buffer<PartContact> contacts_;
  // Scratch of a step.
  Buffer<int> near_, contacts_on_, touching_;
  Buffer<glm::vec3> before_m_, changes_N_s_;
  Buffer<PartLoad> loads_;
  Buffer<float> modes_N_;
};

}  // namespace limber
