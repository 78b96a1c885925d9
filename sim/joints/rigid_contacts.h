#pragma once

#include "kernels/buffer.h"
#include "kernels/joints/rigid_iterations.h"
#include "kernels/scan.h"
#include "sim/archive.h"
#include "sim/contact/contact_step.h"
#include "sim/joints/touching_bodies.h"

namespace limber {

/// Contacts of rigid bodies with each other and with colliders, solved within the bodies' own step
/// (kernels/joints/rigid_pairs.h).
class RigidContacts {
 public:
  /// touches: number of points that can touch colliders.
  RigidContacts(const Exec& exec, int bodies, int touches);
  void make_room(const Exec& exec, int pairs);
  int room() const { return pairs_.size(); }

  /// The input of a step.
  struct Step {
    TouchingBodies::State state;
    RigidPoints points;
    View<RigidTouch> touches;  ///< of the points, with colliders without faces
    float friction;            ///< of those touches
    RigidWarmStart warm_start;
    float restitution;
    const ContactsAhead* ahead;
  };
  /// Lists the contacts with warm-start impulses, for a caller that solves them itself before
  /// launch_end().
  void launch_list(const Exec& exec, const Step& step);
  View<const int> count() const { return readable(count_); }
  View<const RigidPair> pairs() const { return readable(pairs_); }
  View<RigidPairImpulse> impulses() { return impulses_.view(); }
  /// Lists the contacts and applies the warm-start impulses.
  void launch_begin(const Exec& exec, const Step& step);
  /// awake: number of awake bodies; nothing is done while it is 0.
  void launch_iterations(const Exec& exec, const Step& step, int iterations, View<const int> awake);
  void launch_end(const Exec& exec, const Step& step);

  void archive(Archive& archive);

 private:
  template <class Body>
  void launch_for_pairs(const Exec& exec, const Body& body, View<const int> only_if = {}) const;
  /// along: the search direction; empty: none.
  GatherRigidPairs gather_of(const Step& step, View<const RigidMomentum> along);
  void launch_in_turn(const Exec& exec, const RigidIterations& all, const Step& step);
  void launch_sums(const Exec& exec);
  void launch_list(const Exec& exec, const Step& step, const RigidSums& sums, View<int> in_contact);
  RigidSums sums() { return {sums_.view(), readable(velocities_)}; }

  Buffer<RigidVelocity> velocities_;
  Buffer<long long> sums_;  ///< zero between steps
  Buffer<RigidMomentum> along_;
  Buffer<double> energies_, energy_parts_;
  Buffer<int> in_contact_;  ///< a flag for each body
  Buffer<double> slots_;    ///< for sums of blocks on the GPU
  Buffer<RigidProgress> progress_;
  Buffer<int> listed_, count_;
  // As many as there is capacity for.
  int touches_;
  Buffer<int> chosen_, places_;
  Scan scan_;
  Buffer<RigidPair> pairs_;
  Buffer<RigidPairImpulse> impulses_;
  Buffer<glm::vec2> products_;
  Buffer<glm::dvec2> parts_;
};

}  // namespace limber
