#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/piles/turn_colliders.h"
#include "sim/piles/piles_model.h"

namespace limber {

/// The solids of a pile, some of which may turn.
class PileColliders {
 public:
  PileColliders(const Exec& exec, const PilesModel& model);

  View<const Collider> now() const { return now_.view(); }
  int drawn() const { return drawn_.size(); }  ///< those that turn and are seen

  void step(const Exec& exec, float dt_s);
  /// Writes a pose for each of drawn(), as it was `ago_s` before.
  void publish(const Exec& exec, float ago_s, View<const int> not_finite,
               View<PublishedVertex> out) const;
  void reset(const Exec& exec);
  void move(const Exec& from, const Exec& to);
  /// Of each, since the start, without whole ones. Waits.
  std::vector<float> turns(const Exec& exec) const { return turns_.download(exec); }

 private:
  bool some_turn_;
  Buffer<Collider> start_, now_;
  Buffer<float> turns_;
  Buffer<int> drawn_;  ///< colliders
};

}  // namespace limber
