#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/fem/contact_springs.h"
#include "kernels/scan.h"
#include "sim/archive.h"
#include "sim/contact/contact_step.h"
#include "sim/fem/fem_model.h"

namespace limber {

/// Contacts of nodes as springs in the linear systems of a step; see
/// kernels/fem/contact_springs.h. A step makes the springs from the world's contact pairs, updates
/// them before each linear system, and finally stores the impulse of each pair.
class ContactSprings {
 public:
  ContactSprings(const Exec& exec, const FemModel& model);
  /// Call before frames are recorded and when the capacity of the pairs has changed.
  void make_room(const Exec& exec, int pairs);

  struct Step {
    const ContactsAhead& ahead;
    View<const glm::vec3> velocities_m_s;
    View<const float> masses_kg;
    float dt_s, stiffness_damping_s;
  };
  void make(const Exec& exec, const Step& step);
  /// Finds which springs push after these changes of velocity (empty: 0) and adds their impulses to
  /// the right-hand side of a system for the whole change, or else for what is missing from it.
  void try_at(const Exec& exec, const ContactsAhead& ahead, View<const float> changes_m_s,
              bool whole, View<glm::vec3> right_N_s);
  void add_energies(const Exec& exec, View<const float> changes_m_s,
                    View<const float> directions_m_s, View<StepEnergies> energies);
  /// linear: the changes are the solution of one linear system.
  void take_impulses(const Exec& exec, const ContactsAhead& ahead, View<const float> changes_m_s,
                     bool linear);
  NodeSprings lists() const;

  void archive(Archive& archive);

 private:
  Buffer<int> body_of_node_;
  Buffer<float> stiffness_N_m_;  ///< of each node, with all others fixed
  Buffer<NodeSpring> springs_;
  Buffer<ContactSpring> contacts_;
  Buffer<float> pushes_N_s_;
  Buffer<int> counts_, first_, cursors_, items_;
  Scan scan_;
};

}  // namespace limber
