#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/piles/grab_pull.h"
#include "sim/archive.h"
#include "sim/grabber.h"
#include "sim/piles/pile_views.h"

namespace limber {

/// Grabs and pins of the user on points of bodies. A body may swing around such a point.
class BodyGrabber {
 public:
  /// near_m: a grab removes the pins of the same body that are nearer than this.
  BodyGrabber(const Exec& exec, const std::vector<BodyInertia>& inertias, float near_m);

  bool empty() const { return grabber_.empty(); }
  static constexpr int max_holds = Grabber<HeldBody>::max_holds;
  bool grabs() const { return grabber_.grabbed_vertex() >= 0; }
  int pins() const { return static_cast<int>(grabber_.pinned_vertices().size()); }
  const std::string& notice() const { return grabber_.notice(); }
  View<const BodyInertia> inertias() const { return inertias_.view(); }
  /// The grab, if any, comes first, then the pins.
  View<const HeldBody> held() const { return held_.view(); }

  /// at_m: in the body's frame. Releases the previous grab. This and the next three wait for the
  /// backend; recorded frames must be forgotten.
  void grab(const Exec& exec, int body, glm::vec3 at_m);
  void release(const Exec& exec, bool pin, glm::vec3 goal_m);
  void clear_pins(const Exec& exec);
  void forget(const Exec& exec);  ///< the grab and all pins

  /// Launched at the start of a substep, before any force: moves the references of all holds.
  void lead(const Exec& exec, const char* label, const PileViews& pile, float dt_s);
  /// Launches the constraint, any number of times in a substep; fills in how.held.
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
