#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/piles/grab_pull.h"
#include "sim/archive.h"
#include "sim/grabber.h"
#include "sim/piles/pile_views.h"

namespace limber {

/// The user's hold on points of bodies. A body that hangs from such a point swings there.
class BodyGrabber {
 public:
  /// near_m: a grab no further from a pin of the same body frees it.
  BodyGrabber(const Exec& exec, const std::vector<BodyInertia>& inertias, float near_m);

  bool empty() const { return grabber_.empty(); }
  static constexpr int max_holds = Grabber<HeldBody>::max_holds;
  bool grabs() const { return grabber_.grabbed_vertex() >= 0; }
  int pins() const { return static_cast<int>(grabber_.pinned_vertices().size()); }
  const std::string& notice() const { return grabber_.notice(); }
  View<const BodyInertia> inertias() const { return inertias_.view(); }
  /// What is grabbed, if anything, comes first, then what is pinned.
  View<const HeldBody> held() const { return held_.view(); }

  /// at_m: in the body's frame. What was held before is let go. Waits, like all that follow; frames
  /// have to be forgotten.
  void grab(const Exec& exec, int body, glm::vec3 at_m);
  void release(const Exec& exec, bool pin, glm::vec3 goal_m);
  void clear_pins(const Exec& exec);
  void forget(const Exec& exec);  ///< nothing is held or pinned

  /// Launches what a substep begins with, before any force has acted: the references move.
  void lead(const Exec& exec, const char* label, const PileViews& pile, float dt_s);
  /// Launches the constraint, any number of times in a substep; how: but for what is held.
  void hold(const Exec& exec, const char* label, HoldBodies how);
  void archive(Archive& archive);

 private:
  void write(const Exec& exec);

  float near_m_;
  Grabber<HeldBody> grabber_;
  Buffer<HeldBody> held_;  ///< of each hold
  Buffer<BodyInertia> inertias_;
};

}  // namespace limber
