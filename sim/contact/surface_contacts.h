#pragma once

#include "kernels/buffer.h"
#include "kernels/contact/contact_pairs.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/readback.h"
#include "kernels/scan.h"
#include "sim/archive.h"
#include "sim/contact/contact_surface.h"

namespace limber {

/// Contacts of surfaces with each other and with themselves: what they keep apart, and that nothing
/// ever passes through anything.
///
/// A substep: begin() once positions are predicted, solve() in or after the solver's iterations,
/// then hold_back() when nothing else will move a point any more.
class SurfaceContacts {
 public:
  /// particles: at rest, the state's own order. body: of each.
  SurfaceContacts(const Exec& exec, const std::vector<Particle>& particles,
                  const std::vector<int>& body, const std::vector<glm::uvec3>& triangles);

  /// Positions that a substep begins with, and those that it works on.
  struct Substep {
    View<Particle> before;
    View<Particle> particles;
    float distance_m;  ///< that surfaces keep
    float friction;
    float dt_s;
  };

  void begin(const Exec& exec, const Substep& substep);
  void solve(const Exec& exec, const Substep& substep);
  void hold_back(const Exec& exec, const Substep& substep);

  /// Pairs are looked for in the next substep, whatever was found before.
  void look_again(const Exec& exec);
  /// After each frame. Takes how many pairs there are and how many points were held back from the
  /// solver, and waits where that would be late for make_room().
  void watch(const Exec& exec);
  /// Makes room for more pairs where the newest look needed most of what there is, which forgets
  /// those that are listed. Whether it did: recorded frames hold the old memory. Waits if so.
  bool make_room(const Exec& exec);
  const LookState& newest() const { return newest_; }
  void forget();  ///< what is on its way, as the state is another one
  int room() const { return pairs_.size(); }
  const Buffer<ContactPair>& pairs() const { return pairs_; }

  void archive(Archive& archive);

 private:
  void make_lists(const Exec& exec, int pairs);
  ContactMesh mesh() const;
  PairSearch search(float radius_m) const;
  PairViews views(const Substep& substep);
  void move_points(const Exec& exec, const Substep& substep);

  // What does not change.
  Buffer<int> points_, body_of_point_;
  Buffer<glm::vec4> at_rest_m_;
  Buffer<glm::ivec3> things_;
  Buffer<TriangleSides> sides_;
  Buffer<int> neighbors_first_, neighbors_;
  Buffer<int> parts_first_, parts_;
  std::vector<int> first_part_of_tier_;
  int triangles_, edge_root_;

  // The newest look for pairs.
  Buffer<LookState> state_;
  Buffer<RegionNode> nodes_;
  Buffer<PointRegion> regions_;
  Buffer<int> frozen_;
  Buffer<int> found_, counts_, first_;
  Scan scan_;
  Buffer<ContactPair> pairs_;
  Buffer<PairImpulse> impulses_;
  // The one before.
  Buffer<int> earlier_first_, earlier_things_;
  Buffer<PairImpulse> earlier_impulses_;

  // A substep's own.
  Buffer<glm::vec4> starts_m_, ends_m_;
  Buffer<PairFrame> frames_;
  Buffer<float> targets_m_;
  Buffer<int> pushing_, pushing_now_;
  Buffer<long long> moves_;
  Buffer<int> shares_, next_shares_;

  Readback<LookState> later_;
  int frames_behind_ = 0;
  LookState newest_;
};

}  // namespace limber
