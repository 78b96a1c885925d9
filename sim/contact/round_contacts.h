#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/contact/round_contacts.h"
#include "sim/archive.h"
#include "sim/colliders.h"
#include "sim/contact/surface_contacts.h"

namespace limber {

/// Keeps moving spherical and capsule colliders from penetrating what cannot get out of their way,
/// for a system that solves its own contacts. Like colliders with faces (WorldContacts) they
/// complete their step of the world before the system begins its own; the part that they may not
/// move is taken back.
class RoundContacts {
 public:
  /// The spherical and capsule colliders that can move.
  static std::vector<int> moving_ones(const Surroundings& around);
  /// triangles: of the system. colliders: must outlive this.
  RoundContacts(const Exec& exec, const std::vector<glm::uvec3>& triangles,
                const Surroundings& around, Colliders& colliders);
  /// The argument of Colliders::let_be_held(). dt_s: of the world's steps from now on. radius_m: of
  /// the system's points.
  std::vector<int> colliders_in_one(const std::vector<Collider>& colliders, float radius_m,
                                    float dt_s);

  /// Replaces SurfaceContacts::choose_shares(). keeping_m: distance that points keep from
  /// colliders. last: last substep of the world's step, in which colliders move; before, they stand
  /// still.
  void choose_shares(const Exec& exec, SurfaceContacts& contacts,
                     const SurfaceContacts::Substep& substep, float keeping_m, bool last);

  void archive(Archive& archive) { archive.scratch(round_, triangles_, lowered_); }

 private:
  Colliders* colliders_;
  std::vector<int> round_here_;  ///< copy of round_ on the host
  Buffer<int> round_;
  Buffer<glm::uvec3> triangles_;
  Buffer<int> lowered_;  ///< see RoundShares
  float dt_s_ = 0.0f;
};

}  // namespace limber
