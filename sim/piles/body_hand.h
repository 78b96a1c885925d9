#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/piles/move_bodies.h"
#include "sim/archive.h"

namespace limber {

/// The user's hold on a body: which one, where, and those that were pinned by letting go. A pinned
/// body has no inverse mass and no inverse inertia until it is grabbed again.
class BodyHand {
 public:
  static constexpr float spring_per_s = 25.0f;  ///< settles within two tenths of a second
  static constexpr float limit_m = 0.5f;        ///< a flick of the mouse, not an explosion

  BodyHand(const Exec& exec, std::vector<BodyInertia> inertias);

  int grabbed_body() const { return grabbed_body_; }          ///< -1: none
  const std::vector<int>& pinned() const { return pinned_; }  ///< bodies
  View<const HeldBody> held() const { return held_.view(); }
  View<const BodyInertia> inertias() const { return inertias_.view(); }

  /// at_m: in the body's frame. What was held before is let go. Waits, like all that follow.
  void grab(const Exec& exec, int body, glm::vec3 at_m);
  void release(const Exec& exec, bool pin);
  void forget(const Exec& exec);  ///< nothing is held or pinned
  void archive(Archive& archive);

 private:
  void upload(const Exec& exec, const HeldBody& held);

  std::vector<BodyInertia> free_inertias_, host_inertias_;
  int grabbed_body_ = -1;
  std::vector<int> pinned_;
  Buffer<HeldBody> held_;  ///< one
  Buffer<BodyInertia> inertias_;
};

}  // namespace limber
