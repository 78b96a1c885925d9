#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/contact/list_pairs.h"
#include "kernels/contact/pairs_ahead.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/readback.h"
#include "kernels/scan.h"
#include "sim/archive.h"
#include "sim/contact/contact_surface.h"

namespace limber {

/// Share of the impulses of a step that the next one begins with, where points are much lighter
/// than their bodies: all of what has stopped a body would throw it back, since iterations take
/// back little.
inline constexpr float warm_start_of_bodies = 0.9f;

/// Contacts of surfaces with each other and with themselves: what they keep apart, and that nothing
/// ever passes through anything.
///
/// A substep: begin() once positions are predicted, solve() in or after the solver's iterations,
/// each followed by move_points(); then choose_shares() when nothing else will move a point any
/// more, and hold_back().
class SurfaceContacts {
 public:
  /// traits: of each of the shape's points.
  SurfaceContacts(const Exec& exec, const ContactShape& shape,
                  const std::vector<PointTraits>& traits);
  /// Pairs are looked for anew.
  void set_traits(const Exec& exec, const std::vector<PointTraits>& traits);
  void set_steps_ahead(int steps) { steps_ahead_ = steps; }  ///< see ContactUse

  /// Positions that a substep begins with, and those that it works on.
  struct Substep {
    View<Particle> before;
    View<Particle> particles;
    float dt_s;
    float warm_start = 1.0f;  ///< share of the last substep's impulses that this one begins with
  };
  /// Of all points, `count` from `first` on.
  struct Range {
    int first, count;
  };
  Range all() const { return {0, body_of_point_.size()}; }

  /// Before systems move points that solve for contacts themselves: what is kept of the impulses of
  /// the last substep is theirs to change, and begin() keeps all of it.
  struct Ahead {
    View<const Particle> now;   ///< where points begin
    View<Particle> starts;      ///< where they began the substep before, and then now
    View<const Particle> ends;  ///< of what is kinematic
    float warm_start, dt_s;
  };
  PairsAhead begin_ahead(const Exec& exec, const Ahead& ahead);
  void make_room_ahead(const Exec& exec);  ///< for that; before frames are recorded
  void begin(const Exec& exec, const Substep& substep);
  /// One pass over the pairs. relaxation: not_over_relaxed where the solver ends with this one.
  void solve(const Exec& exec, const Substep& substep, float relaxation = over_relaxed);
  /// Moves points as pairs ask, each for itself. What moves otherwise sees to requests().
  void move_points(const Exec& exec, const Substep& substep, Range range);
  /// Which share of its way each point may go, so that nothing passes through anything.
  /// share_bodies(number of the pass, a flag: whether shares were lowered since the one before):
  /// launches what lowers shares of points that do not move by themselves; also next_shares. Those
  /// of kinematic points may be lowered once more.
  void choose_shares(const Exec& exec, const Substep& substep,
                     const std::function<void(int, View<const int>)>& share_bodies = {});
  void hold_back(const Exec& exec, const Substep& substep, Range range);

  /// What those have to see to that move points otherwise; see MovePoints and HoldBack.
  struct Requests {
    PointMoves moves, twists;
    View<SphereTurn> turns;
    View<PointMobility> mobilities;
    View<int> pushing, pushing_now;
    View<int> shares, next_shares;  ///< bits of floats
    View<const PointRegion> regions;
    View<const glm::vec4> starts_m;
    View<LookState> state;
  };
  Requests requests(Range range);

  /// Pairs are looked for in the next substep, whatever was found before.
  void look_again(const Exec& exec);
  /// After each frame, which simulated that long. Takes how many pairs there are and how many
  /// points were held back from the solver, and waits where that would be late for make_room().
  void watch(const Exec& exec, float passed_s);
  /// Makes room for more pairs where the newest look needed most of what there is. Whether it did:
  /// recorded frames hold the old memory. Waits if so.
  bool make_room(const Exec& exec);
  const LookState& newest() const { return newest_; }
  std::string trouble() const;  ///< a sentence; empty: there is none
  void forget();                ///< what is on its way, as the state is another one
  int room() const { return pairs_.size(); }
  const Buffer<ContactPair>& pairs() const { return pairs_; }

  /// loaded: called where a state that has come back needed more room.
  void archive(Archive& archive, const std::function<void(const Exec&)>& loaded = {});

 private:
  void make_lists(const Exec& exec, int pairs);
  void begin_pairs(const Exec& exec, float kept, float dt_s, View<const int> have_moved,
                   View<const int> only_if);
  ContactMesh mesh() const;
  PairSearch search() const;
  PairViews views(const Substep& substep);
  PairCandidates candidates();
  void find_candidates(const Exec& exec, View<const int> looks);
  /// Launches a body for each pair that is listed.
  template <class Body>
  void launch_for_pairs(const Exec& exec, const char* label, const Body& body,
                        View<const int> only_if = {}) const;
  View<const int> points_in(Range range) const;

  // What does not change.
  std::vector<int> points_here_;   ///< the same as points_, on the host
  std::vector<int> corners_here_;  ///< those of triangles
  Buffer<int> points_, body_of_point_;
  Buffer<PointTraits> traits_;
  float min_radius_m_ = 0.0f;  ///< of the corners of triangles
  bool some_rebound_ = false;
  int steps_ahead_ = 0;
  Buffer<glm::vec4> at_rest_m_;
  Buffer<glm::ivec3> things_;
  Buffer<TriangleSides> sides_;
  Buffer<int> neighbors_first_, neighbors_;
  Buffer<int> part_of_point_, excluded_first_, excluded_;  ///< empty where all parts touch
  Buffer<int> leaves_, parts_first_, parts_;
  // For a GPU.
  Buffer<int> groups_;
  Buffer<WideChild> wide_children_;
  Buffer<RegionNode> leaf_nodes_;  ///< of things
  std::array<WideChild, 4> wide_roots_;
  std::vector<int> first_part_of_tier_;
  int triangles_, free_points_, free_edges_, first_kinematic_point_, kinematic_root_, edge_root_;

  // The newest look for pairs.
  Buffer<LookState> state_;
  Buffer<RegionNode> nodes_;
  Buffer<PointRegion> regions_;
  Buffer<int> frozen_;
  Buffer<int> candidates_, candidate_things_;
  Buffer<int> chunks_, large_chunks_, used_chunks_, chunk_owners_, part_counts_;
  Buffer<int> counts_, first_;
  Scan scan_;
  Buffer<ContactPair> pairs_;
  Buffer<PairImpulse> impulses_;
  Buffer<int> solved_;  ///< empty where no system solves for contacts
  // The one before.
  Buffer<int> earlier_first_, earlier_things_, earlier_solved_;
  Buffer<PairImpulse> earlier_impulses_;

  // A substep's own.
  Buffer<glm::vec4> starts_m_, ends_m_;
  Buffer<int> have_moved_;
  bool begun_ahead_ = false;
  Buffer<PairFrame> frames_;
  Buffer<float> targets_m_;
  Buffer<int> pushing_, pushing_now_;
  Buffer<long long> moves_;
  // Where there are spheres or rigid bodies.
  Buffer<long long> twists_;
  Buffer<SphereTurn> turns_;
  Buffer<PointMobility> mobilities_;  ///< where there are parts or rigid bodies
  Buffer<int> shares_, next_shares_;

  Readback<LookState> later_;
  int frames_behind_ = 0;
  LookState newest_;
  float unread_s_ = 0.0f;  ///< simulated since the newest state
  float slowed_s_ = 0.0f;  ///< for so long much has been held back
};

}  // namespace limber
