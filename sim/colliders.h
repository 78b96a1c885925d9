#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/world/turn_colliders.h"
#include "sim/archive.h"
#include "sim/surroundings.h"

namespace limber {

/// The solids of a world, some of which may turn.
class Colliders {
 public:
  Colliders(const Exec& exec, const Surroundings& around);

  View<const Collider> now() const { return now_.view(); }
  int drawn() const { return drawn_.size(); }  ///< those that turn and are seen
  /// What is seen of all of them; the poses of those that turn follow the vertices of the list.
  void add_to(DrawList& list, const Surroundings& around) const;

  void step(const Exec& exec, float dt_s);
  /// Writes a pose for each of drawn(), as it was `ago_s` before.
  void publish(const Exec& exec, float ago_s, View<const int> not_finite,
               View<PublishedVertex> out) const;
  void archive(Archive& archive);

 private:
  bool some_turn_;
  Buffer<Collider> start_, now_;
  Buffer<float> turns_;
  Buffer<int> drawn_;  ///< colliders
};

}  // namespace limber
