#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/contact/round_contacts.h"
#include "sim/archive.h"
#include "sim/colliders.h"
#include "sim/contact/surface_contacts.h"

namespace limber {

/// Keeps balls and rolls that move from going on into what cannot get out of their way, where a
/// system sees to its contacts itself. As those with faces (WorldContacts) they have taken their
/// step of the world when the system begins its own; what they may not go of it is taken back.
class RoundContacts {
 public:
  /// Which colliders are round and may go elsewhere.
  static std::vector<int> moving_ones(const Surroundings& around);
  /// triangles: of the system's points. colliders: outlive this.
  RoundContacts(const Exec& exec, const std::vector<glm::uvec3>& triangles,
                const Surroundings& around, Colliders& colliders);
  /// What Colliders::let_be_held() is to know. dt_s: of a step of the world from now on. radius_m:
  /// of the system's points.
  std::vector<int> colliders_in_one(const std::vector<Collider>& colliders, float radius_m,
                                    float dt_s);

  /// Instead of SurfaceContacts::choose_shares(). keeping_m: the distance that points keep from
  /// colliders. last: of the substeps in a step of the world, in which colliders go their ways; in
  /// those before it they are where they were.
  void choose_shares(const Exec& exec, SurfaceContacts& contacts,
                     const SurfaceContacts::Substep& substep, float keeping_m, bool last);

  void archive(Archive& archive) { archive.scratch(round_, triangles_, lowered_); }

 private:
  Colliders* colliders_;
  std::vector<int> round_here_;  ///< the same as round_, on the host
  Buffer<int> round_;
  Buffer<glm::uvec3> triangles_;
  Buffer<int> lowered_;  ///< see RoundShares
  float dt_s_ = 0.0f;
};

}  // namespace limber
