#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/contact/box_pairs.h"
#include "kernels/contact/find_candidates.h"
#include "kernels/contact/list_pairs.h"
#include "kernels/contact/pairs_ahead.h"
#include "kernels/contact/slide.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/only_if.h"
#include "kernels/readback.h"
#include "kernels/scan.h"
#include "sim/archive.h"
#include "sim/contact/contact_surface.h"

namespace limber {

/// A pass of SurfaceContacts::choose_shares(), which lowers shares of displacements.
struct SharePass {
  int number = 0;
  View<const int> if_lowered;  ///< a flag: a share may have been lowered since the pass before
};

/// Contacts between surfaces, self-collision included: keeps them at a distance and guarantees that
/// they never cross.
///
/// A substep calls begin() once positions are predicted, solve() in or after the solver's
/// iterations, each followed by move_points(); then choose_shares() when nothing else will move
/// points, and hold_back().
class SurfaceContacts {
 public:
  /// traits: of each point of the shape.
  SurfaceContacts(const Exec& exec, const ContactShape& shape,
                  const std::vector<PointTraits>& traits);
  /// Also requests a new pair search.
  void set_traits(const Exec& exec, const std::vector<PointTraits>& traits);
  void set_steps_ahead(int steps) { steps_ahead_ = steps; }  ///< see ContactUse

  /// Positions at the start of a substep, and the current ones.
  struct Substep {
    View<Particle> before;
    View<Particle> particles;
    float dt_s;
    float warm_start = 1.0f;  ///< factor of the previous substep's impulses
  };
  /// A range of points.
  struct Range {
    int first, count;
  };
  Range all() const { return {0, body_of_point_.size()}; }

  /// Arguments of begin_ahead(), called before systems that solve contacts themselves: they update
  /// the impulses of their contacts, which begin() then takes over in full.
  struct Ahead {
    View<const Particle> now;   ///< at the start of the substep
    View<Particle> starts;      ///< at the start of the previous substep; set to `now`
    View<const Particle> ends;  ///< of kinematic points
    float dt_s;
  };
  PairsAhead begin_ahead(const Exec& exec, const Ahead& ahead);
  void make_room_ahead(const Exec& exec);  ///< for begin_ahead(); before frames are recorded
  /// Lets a GPU search for neighbouring spheres together. range: of spheres only; order: all of
  /// them in spatial order, as numbers within it.
  void order_spheres(const Exec& exec, Range range, View<const int> order);
  void begin(const Exec& exec, const Substep& substep);
  /// One iteration over the pairs. relaxation: not_over_relaxed for the solver's last iteration.
  void solve(const Exec& exec, const Substep& substep, float relaxation = over_relaxed);
  /// Applies the corrections of pairs to independent points. Others are moved by means of
  /// requests().
  void move_points(const Exec& exec, const Substep& substep, Range range);
  /// Lets rigid bodies slide along the planes between pairs, before choose_shares(): begin()
  /// launches what starts it, and then move(flag: planes asked for something) what moves them.
  void slide(const Exec& exec, const Substep& substep, const std::function<void()>& begin,
             const std::function<void(View<const int>)>& move);
  /// Chooses the share of its displacement that each point may move without any crossing.
  /// share_bodies: before each pass, launches what lowers shares and next_shares of points that are
  /// not independent. redirects: it may then send others along other paths. Shares of kinematic
  /// points may be lowered after its last call. Returns what it would get after the last pass.
  SharePass choose_shares(const Exec& exec, const Substep& substep,
                          const std::function<void(const SharePass&)>& share_bodies = {},
                          bool redirects = false);
  void hold_back(const Exec& exec, const Substep& substep, Range range);

  /// What systems need to move points that are not independent; see MovePoints and HoldBack.
  struct Requests {
    PointMoves moves, twists;
    View<SphereTurn> turns;
    View<PointMobility> mobilities;
    View<int> pushing, pushing_now;
    View<int> shares, next_shares;  ///< bit patterns of floats
    View<const int> body_of_point;
    View<BodySlide> slides;  ///< of the world's bodies; empty where none are rigid
    View<const PointRegion> regions;
    View<const glm::vec4> starts_m;
    View<SearchState> state;
  };
  Requests requests(Range range);

  /// Forces a pair search in the next substep.
  void look_again(const Exec& exec);
  /// Called after each frame. passed_s: simulated time of it. Reads back the numbers of pairs and
  /// of held points; waits if they would be late for make_room().
  void watch(const Exec& exec, float passed_s);
  /// Grows the lists of pairs where the newest search used more than half, and those of candidates
  /// where it used all. Returns whether it did: recorded frames use the old memory. Waits if so.
  bool make_room(const Exec& exec);
  const SearchState& newest() const { return newest_; }
  std::string trouble() const;  ///< a sentence, or empty
  void forget();                ///< pending readbacks, after the state was replaced
  int room() const { return pairs_.size(); }
  int large_chunks() const { return chunk_owners_.size(); }  ///< see PairCandidates
  const Buffer<ContactPair>& pairs() const { return pairs_; }

  /// loaded: called where a restored state needed larger lists.
  void archive(Archive& archive, const std::function<void(const Exec&)>& loaded = {});

 private:
  void make_lists(const Exec& exec, int pairs);
  void make_large_chunks(const Exec& exec, int chunks);
  void begin_pairs(const Exec& exec, float dt_s, View<const int> have_moved,
                   View<const int> only_if);
  ContactMesh mesh() const;
  PairSearch search() const;
  PairViews views(const Substep& substep);
  PairCandidates candidates();
  void list_pairs(const Exec& exec, const Substep& substep, View<const int> searches);
  void find_candidates(const Exec& exec, View<const int> searches);
  /// Launches `body` for each listed pair.
  template <class Body>
  void launch_for_pairs(const Exec& exec, const char* label, const Body& body,
                        View<const int> only_if = {}) const;
  /// Launches `body` for each listed pair of boxes.
  template <class Body>
  void launch_for_boxes(const Exec& exec, const char* label, const Body& body,
                        View<const int> only_if = {}) const;
  ListedBoxes boxes() const {
    return {.mesh = mesh(), .first_pair = readable(first_), .state = readable(state_)};
  }
  int place_of(int point) const;  ///< in points_
  View<const int> points_in(Range range) const;

  // Constant.
  std::vector<int> points_here_;   ///< copy of points_ on the host
  std::vector<int> corners_here_;  ///< those that are corners of triangles
  Buffer<int> points_, body_of_point_;
  Buffer<PointTraits> traits_;
  float min_radius_m_ = 0.0f;  ///< over the corners of triangles
  bool some_rebound_ = false;
  int max_beyond_ = 0;  ///< see DecideToLook
  int steps_ahead_ = 0;
  Buffer<glm::vec4> at_rest_m_;
  Buffer<glm::ivec3> things_;
  Buffer<TriangleSides> sides_;
  Buffer<glm::ivec2> opposites_;
  Buffer<int> neighbors_first_, neighbors_;
  Buffer<int> part_of_point_, excluded_first_, excluded_;  ///< empty where all parts touch
  Buffer<ThingRange> own_things_;                          ///< likewise
  Buffer<int> are_of_boxes_;                               ///< empty where there are no boxes
  Buffer<int> leaves_, parts_first_, parts_;
  // For the GPU.
  Buffer<int> groups_, group_nodes_;
  std::vector<int> spheres_here_;  ///< owners, in ascending order; the last of groups_
  int first_sphere_ = 0;           ///< where these begin there, in the order of space
  Buffer<WideChild> wide_children_;
  Buffer<RegionNode> leaf_nodes_;  ///< of things
  Buffer<WaitingOwner> waiting_;
  std::array<WideChild, TreeRoots::count> wide_roots_;
  std::vector<int> first_part_of_tier_;
  int triangles_, free_points_, free_edges_, first_box_, first_kinematic_point_;
  TreeRoots roots_;

  // The newest pair search.
  Buffer<SearchState> state_;
  Buffer<RegionNode> nodes_;
  Buffer<PointRegion> regions_;
  Buffer<int> frozen_;
  Buffer<int> candidates_, candidate_things_;
  Buffer<int> chunks_, large_chunks_, used_chunks_, chunk_owners_, part_counts_;
  Buffer<int> counts_, first_;
  Scan scan_;
  Buffer<ContactPair> pairs_;
  Buffer<PairImpulse> impulses_;
  Buffer<int> solved_;  ///< empty where no system solves contacts itself
  // The previous pair search.
  Buffer<int> earlier_first_, earlier_things_, earlier_solved_;
  Buffer<PairImpulse> earlier_impulses_;
  Buffer<BoxSlot> box_slots_, earlier_box_slots_;  ///< empty where there are no boxes

  // Of one substep.
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
  Buffer<BodySlide> slides_;  ///< of bodies, where some are rigid

  Readback<SearchState> later_;
  int frames_behind_ = 0;
  SearchState newest_;
  float unread_s_ = 0.0f;  ///< simulated since the newest state
  float slowed_s_ = 0.0f;  ///< how long many points have been held back
};

template <class Body>
void SurfaceContacts::launch_for_pairs(const Exec& exec, const char* label, const Body& body,
                                       View<const int> only_if) const {
  launch_for_listed(exec, label, only_if, {&state_.view().data->pairs, 1}, pairs_.size(), body);
}

template <class Body>
void SurfaceContacts::launch_for_boxes(const Exec& exec, const char* label, const Body& body,
                                       View<const int> only_if) const {
  if (box_slots_.size() == 0) return;
  launch_for_listed(exec, label, only_if, {&state_.view().data->box_pairs, 1},
                    pairs_.size() / ListedBoxes::slots, body);
}

}  // namespace limber
