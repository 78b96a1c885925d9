#pragma once

#include <optional>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/world/move_colliders.h"
#include "sim/archive.h"
#include "sim/surroundings.h"

namespace limber {

/// The colliders of a world, some of which may turn, follow paths, or be dragged.
class Colliders {
 public:
  Colliders(const Exec& exec, const Surroundings& around);

  View<const Collider> now() const { return now_.view(); }
  std::vector<Collider> download(const Exec& exec) const { return now_.download(exec); }
  int drawn() const { return drawn_.size(); }  ///< number of colliders with a vertex for their pose
  /// Adds the drawn parts of colliders to a list; their pose vertices follow those of the list.
  void add_to(DrawList& list, const Surroundings& around) const;

  void step(const Exec& exec, View<const FrameInputs> inputs, float dt_s);

  /// From now on a step stores the previous poses, so that contacts can hold colliders back.
  /// in_one: for each, whether it moves either fully or not at all in a step; empty: ends this.
  /// Waits.
  void let_be_held(const Exec& exec, std::vector<int> in_one);
  bool can_be_held() const { return leaders_.size() > 0; }
  bool some_move() const { return some_turn_ || some_follow_paths_ || dragged_; }
  /// Before the newest step.
  View<const Collider> earlier() const { return some_move() ? readable(kept_poses_) : now(); }
  ColliderShares shares();
  /// Moves colliders back to their allowed shares of the newest step; they catch up later.
  void hold_back(const Exec& exec, View<SearchState> state, float dt_s);
  /// Writes the poses of the drawn() colliders at `ago_s` before the current time.
  void publish(const Exec& exec, float ago_s, View<const int> not_finite,
               View<PublishedVertex> out) const;

  /// Grabs a drawn collider at a point, or its centre for null; returns that point, or nothing if
  /// it cannot be dragged. Waits, as release() does.
  std::optional<glm::vec3> grab(const Exec& exec, int drawn, const glm::vec3* at_m);
  /// Releases the grab: what was dragged stops at once.
  void release(const Exec& exec);
  int grabbed() const { return grabbed_; }  ///< index among drawn(); -1: none

  void archive(Archive& archive);

 private:
  /// Recomputes poses and velocities from the state, for example after it was restored.
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
  std::vector<int> first_sample_;  ///< of each collider, -1: none
  bool some_turn_, some_follow_paths_;
  int grabbed_ = -1;
  bool dragged_ = false;  ///< whether any was, since the start
  Buffer<float> samples_;
  Buffer<Collider> start_, now_;
  Buffer<Path> paths_;
  Buffer<PathKey> keys_;
  Buffer<HeldColliders> held_;  ///< a single element
  Buffer<FrameInputs> no_inputs_;
  Buffer<float> turns_;
  Buffer<ColliderMotion> motions_;
  Buffer<int> drawn_;  ///< colliders
  // Only while colliders can be held back; else empty.
  std::vector<int> host_leaders_;
  Buffer<int> leaders_, in_one_, min_shares_;
  Buffer<float> late_s_;
  Buffer<Collider> kept_poses_;
  Buffer<float> kept_turns_;
  Buffer<ColliderMotion> kept_motions_;
};

}  // namespace limber
