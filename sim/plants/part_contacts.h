#pragma once

#include "kernels/buffer.h"
#include "kernels/plants/part_contact.h"
#include "sim/archive.h"
#include "sim/plants/part_dynamics.h"

namespace limber {

/// Contacts of parts with colliders, by points that are spread over each part
/// (kernels/plants/part_contact.h).
class PartContacts {
 public:
  PartContacts(const Exec& exec, const PlantsModel& model, const PartTree& tree);

  struct Request {
    View<const Collider> colliders;  ///< as they lie when the step begins
    float thickness_m;               ///< that parts keep from them
    float friction;
    int iterations;
  };
  /// Around a step of the parts.
  void launch_before(const Exec& exec, PartDynamics& dynamics, const SwayStep& step,
                     const Request& request);
  void launch_after(const Exec& exec, PartDynamics& dynamics, const SwayStep& step,
                    const Request& request);
  void forget(const Exec& exec);  ///< nothing touches; waits
  void archive(Archive& archive);

  int points() const { return points_.size(); }
  /// How many parts have vertices further than 2 cm from their points, of which they have the most
  /// that a part may have.
  int sparse_parts() const { return sparse_parts_; }
  View<const PartContact> contacts() const { return contacts_.view(); }

 private:
  PartPoints points_of(PartDynamics& dynamics) const;

  // What does not change.
  int sparse_parts_ = 0;
  Buffer<PartPoint> points_;
  Buffer<glm::vec3> modes_;
  Buffer<PartReach> reaches_;
  Buffer<float> mode_reaches_m_;
  // The state.
  Buffer<PartContact> contacts_;
  // What a step makes anew.
  Buffer<int> near_, contacts_on_, touching_;
  Buffer<glm::vec3> before_m_, changes_N_s_;
  Buffer<PartLoad> loads_;
  Buffer<float> modes_N_;
};

}  // namespace limber
