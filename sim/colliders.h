#pragma once

#include <optional>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/world/move_colliders.h"
#include "sim/archive.h"
#include "sim/surroundings.h"

namespace limber {

/// The solids of a world, some of which may turn, follow paths, or be dragged.
class Colliders {
 public:
  Colliders(const Exec& exec, const Surroundings& around);

  View<const Collider> now() const { return now_.view(); }
  int drawn() const { return drawn_.size(); }  ///< those that have a vertex for their pose
  /// What is seen of all of them; the poses of drawn() follow the vertices of the list.
  void add_to(DrawList& list, const Surroundings& around) const;

  void step(const Exec& exec, View<const FrameInputs> inputs, float dt_s);
  /// Writes a pose for each of drawn(), as it was `ago_s` before.
  void publish(const Exec& exec, float ago_s, View<const int> not_finite,
               View<PublishedVertex> out) const;

  /// Takes hold of one of drawn() at a point; returns where that is, nothing where nobody can drag
  /// it. Waits, as release() does.
  std::optional<glm::vec3> grab(const Exec& exec, int drawn, const glm::vec3* at_m);
  /// Lets go: what was dragged stands still at once. Places all, as after their state was restored.
  void release(const Exec& exec);
  int grabbed() const { return grabbed_; }  ///< among drawn(); -1: none

  void archive(Archive& archive);

 private:
  /// Where their state says, and as fast; it may have come from elsewhere.
  void place(const Exec& exec);
  void hold(const Exec& exec, const HeldColliders& held);

  std::vector<Collider> host_start_;
  struct Together {
    int collider, first, count;
  };
  std::vector<Together> host_drawn_;
  std::vector<int> first_sample_;  ///< of each, -1 for what has none
  bool some_turn_, some_follow_paths_;
  int grabbed_ = -1;
  bool dragged_ = false;  ///< one of them, since the start
  Buffer<float> samples_;
  Buffer<Collider> start_, now_;
  Buffer<ColliderPath> paths_;
  Buffer<PathKey> keys_;
  Buffer<HeldColliders> held_;  ///< one
  Buffer<FrameInputs> no_inputs_;
  Buffer<float> turns_;
  Buffer<ColliderMotion> motions_;
  Buffer<int> drawn_;  ///< colliders
};

}  // namespace limber
