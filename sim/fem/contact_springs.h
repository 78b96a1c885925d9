#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/fem/contact_springs.h"
#include "kernels/scan.h"
#include "sim/archive.h"
#include "sim/contact/contact_step.h"
#include "sim/fem/fem_model.h"

namespace limber {

/// The contacts of nodes as springs in the systems that their steps solve; see
/// kernels/fem/contact_springs.h. A step makes them from the pairs of the world's contacts, tries
/// them with each linear system, and leaves to each pair what it has pushed.
class ContactSprings {
 public:
  ContactSprings(const Exec& exec, const FemModel& model);
  /// Before frames are recorded, and whenever there is room for another number of pairs.
  void make_room(const Exec& exec, int pairs);

  struct Step {
    const ContactsAhead& ahead;
    View<const glm::vec3> velocities_m_s;
    View<const float> masses_kg;
    float dt_s, stiffness_damping_s;
  };
  void make(const Exec& exec, const Step& step);
  /// Which push after such changes of velocities (empty: none), and adds that to the right-hand
  /// side of a system for the whole change, or for what is still missing of it.
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
  Buffer<float> stiffness_N_m_;  ///< of each node, if only it moves
  Buffer<NodeSpring> springs_;
  Buffer<ContactSpring> contacts_;
  Buffer<float> pushes_N_s_;
  Buffer<int> counts_, first_, cursors_, items_;
  Scan scan_;
};

}  // namespace limber
