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
  std::vector<Collider> download(const Exec& exec) const { return now_.download(exec); }
  int drawn() const { return drawn_.size(); }  ///< those that have a vertex for their pose
  /// What is seen of all of them; the poses of drawn() follow the vertices of the list.
  void add_to(DrawList& list, const Surroundings& around) const;

  void step(const Exec& exec, View<const FrameInputs> inputs, float dt_s);

  /// From now on a step keeps where they were, so that what is in their way can hold them back.
  /// in_one: of each, whether it goes all of its way in a step or none; empty: nothing holds them
  /// back any more. Waits.
  void let_be_held(const Exec& exec, std::vector<int> in_one);
  bool can_be_held() const { return leaders_.size() > 0; }
  bool some_move() const { return some_turn_ || some_follow_paths_ || dragged_; }
  /// Before the newest step.
  View<const Collider> earlier() const { return some_move() ? readable(kept_poses_) : now(); }
  ColliderShares shares();
  /// Goes only the shares of the newest step that they may go; they make up for the rest later.
  void hold_back(const Exec& exec, View<LookState> state, float dt_s);
  /// Writes a pose for each of drawn(), as it was `ago_s` before.
  void publish(const Exec& exec, float ago_s, View<const int> not_finite,
               View<PublishedVertex> out) const;

  /// Takes hold of one of drawn() at a point; returns where that is, nothing where it is impossible
  /// to drag it. Waits, as release() does.
  std::optional<glm::vec3> grab(const Exec& exec, int drawn, const glm::vec3* at_m);
  /// Lets go: what was dragged stands still at once. Places all, as after their state was restored.
  void release(const Exec& exec);
  int grabbed() const { return grabbed_; }  ///< among drawn(); -1: none

  void archive(Archive& archive);

 private:
  /// Where their state says, and as fast; it may have come from elsewhere.
  void place(const Exec& exec);
  void hold(const Exec& exec, const HeldColliders& held);
  ColliderCourses courses() const;
  KeptColliders kept();
  MoveColliders move(View<const FrameInputs> inputs, float dt_s);

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
  Buffer<Path> paths_;
  Buffer<PathKey> keys_;
  Buffer<HeldColliders> held_;  ///< one
  Buffer<FrameInputs> no_inputs_;
  Buffer<float> turns_;
  Buffer<ColliderMotion> motions_;
  Buffer<int> drawn_;  ///< colliders
  // Of those that can be held back; else empty.
  std::vector<int> host_leaders_;
  Buffer<int> leaders_, in_one_, min_shares_;
  Buffer<float> late_s_;
  Buffer<Collider> kept_poses_;
  Buffer<float> kept_turns_;
  Buffer<ColliderMotion> kept_motions_;
};

}  // namespace limber
