#pragma once

// When to search for pairs of surfaces, and the regions that points stay in until the next search.
// As with a Verlet list and its skin, searches are rare: a point may not leave its region
// (hold_back.h), so a pair with separate regions cannot meet and is not listed. Few points may wait
// at the borders of their regions for a substep; more make the next one search [Chen25].

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/contact/contact_mesh.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Passes in which planes between pairs move with their sides, before they stand still.
inline constexpr int moving_planes = 3;
/// Passes in which they stand still. In a plant, a point that is held back sends others along other
/// paths, which must be checked again.
inline constexpr int standing_planes = 1, standing_planes_if_redirected = 3;
/// Passes in which rigid bodies slide along planes, and in how many first ones planes move with
/// their sides: see slide.h.
inline constexpr int slide_passes = 4, moving_slide_passes = 2;

/// The state of the search for pairs, on the backend.
struct SearchState {
  int search = 0;         ///< whether this substep searches
  int stale = 0;          ///< whether the next substep must search
  int beyond = 0;         ///< points that their regions held back, in this substep
  int substeps_left = 0;  ///< until the next search
  int lasting = 0;        ///< substeps that this search is meant for; 0: there was none yet
  float margin = 0.0f;    ///< of regions, in units of twice the radius
  int moving = 0;         ///< some point moves in this substep
  int ways = 0;           ///< sum of the predicted displacements of some points: see BeginContacts
  int pairs = 0;          ///< needed; those beyond the capacity are not listed
  int box_pairs = 0;      ///< needed, of boxes; each takes several of `pairs`
  int large_chunks = 0;   ///< needed, see PairCandidates
  int left_out = 0;       ///< maximum number of pairs without room in a search
  int held_back = 0;      ///< points, in this substep
  int colliders_held_back = 0;
  int latest_s = 0;  ///< bits of a float: the largest delay of a collider
  /// Whether a pass over the pairs held something back: see StayBehindPlanes.
  int held[moving_planes + standing_planes_if_redirected] = {};
  /// Whether a pass of slide.h asked a body to give way.
  int slid[slide_passes] = {};
};

/// Positions of points before and after a substep's internal forces; measures displacements. One
/// thread per point of a surface.
struct BeginContacts {
  View<const int> points;
  int free_points;
  View<const PointTraits> traits;
  View<const PointRegion> regions;
  View<const Particle> before, predicted;
  View<glm::vec4> starts_m;
  View<SearchState> state;
  /// Displacements are measured in 1/parts of twice the radius, up to max_sizes times that.
  static constexpr int parts = 1024, max_sizes = 8;
  /// One in this many points is measured: thousands are enough, and atomic additions are slow.
  LIMBER_HD static int stride(int points) { return glm::max(16, points / 4096); }

  LIMBER_HD void operator()(int k) const {
    const int i = points[k];
    const glm::vec3 start = before[i].position_m;
    starts_m[i] = glm::vec4(start, 0.0f);
    if (predicted[i].position_m != start && state[0].moving == 0) raise_flag(state[0].moving);
    if (k >= free_points) {  // regions must not hold back kinematic points
      const glm::vec3 end = predicted[i].position_m;
      const PointRegion region = regions[i];
      if (glm::min(end, region.low_m) != region.low_m ||
          glm::max(end, region.high_m) != region.high_m)
        raise_flag(state[0].stale);
      return;
    }
    if (k % stride(free_points) != 0) return;
    const glm::vec3 displacement = predicted[i].position_m - start;
    const float sizes =
        glm::sqrt(glm::dot(displacement, displacement)) / (2.0f * traits[i].radius_m);
    atomic_add(state[0].ways,
               sizes < max_sizes ? static_cast<int>(sizes * parts) : max_sizes * parts);
  }
};

/// Decides whether to search for pairs. One thread.
struct DecideToLook {
  View<SearchState> state;
  int points;      ///< of which a sample is measured
  int max_beyond;  ///< points that may wait at the borders of their regions

  LIMBER_HD void operator()(int) const {
    SearchState now = state[0];
    // None waits for more than a substep.
    if (now.beyond > 0) now.substeps_left = glm::min(now.substeps_left, 1);
    const bool over = now.substeps_left <= 0 && (now.moving != 0 || now.lasting == 0);
    now.search = now.stale != 0 || now.beyond > max_beyond || over ? 1 : 0;
    if (now.search != 0) {
      // Regions much larger than the distances to keep list too many pairs.
      constexpr float sizes = 0.25f;
      constexpr int max_lasting = 8;
      constexpr float margin = 0.1f, wide_margin = 0.2f;
      const int stride = BeginContacts::stride(points), measured = (points + stride - 1) / stride;
      const float mean = static_cast<float>(now.ways) / static_cast<float>(measured);
      const float lasting = sizes * BeginContacts::parts / glm::max(mean, 1.0f);
      now.lasting = static_cast<int>(glm::clamp(lasting, 1.0f, 1.0f * max_lasting));
      now.substeps_left = now.lasting;
      // What rests on something is predicted to fall, but may be lifted.
      now.margin = max_beyond > 0 && now.lasting > 1 ? wide_margin : margin;
      now.stale = 0;
    }
    --now.substeps_left;
    now.ways = 0;
    now.moving = 0;
    now.beyond = 0;
    now.held_back = 0;
    now.colliders_held_back = 0;
    now.latest_s = 0;
    for (int& held : now.held) held = 0;
    for (int& slid : now.slid) slid = 0;
    state[0] = now;
  }
};

/// Makes the next substep search for pairs. One thread.
struct RestartSearch {
  View<SearchState> state;
  LIMBER_HD void operator()(int) const { state[0].stale = 1; }
};

LIMBER_HD inline PointRegion region_around(const glm::vec3& start_m, const glm::vec3& end_m,
                                           float margin_m) {
  PointRegion region;
  region.low_m = glm::min(start_m, end_m) - margin_m;
  region.high_m = glm::max(start_m, end_m) + margin_m;
  return region;
}

/// One thread per point of a surface.
struct ChooseRegions {
  View<const int> points;
  int free_points;
  View<const PointTraits> traits;
  View<const glm::vec4> starts_m;
  View<const Particle> predicted;
  View<const SearchState> state;
  View<PointRegion> regions;
  /// Predicted position at the end of this search's substeps; w: margin of the region.
  View<glm::vec4> ends_m;
  View<int> frozen;
  int steps_ahead;  ///< beyond these substeps: pairs are known this long before they meet

  LIMBER_HD void operator()(int k) const {
    const int i = points[k];
    const glm::vec3 start(starts_m[i]);
    const auto steps = static_cast<float>(state[0].lasting + steps_ahead);
    glm::vec3 displacement = (predicted[i].position_m - start) * steps;
    const float length_m = glm::sqrt(glm::dot(displacement, displacement));
    float margin_m = state[0].margin * 2.0f * traits[i].radius_m + 0.1f * length_m;
    if (k >= free_points)  // kinematic points have no radius, and rounding must not hold them back
      margin_m +=
          1e-6f * glm::max(glm::abs(start.x), glm::max(glm::abs(start.y), glm::abs(start.z)));
    if (!(margin_m < 1e6f)) {  // not finite, or diverged: nothing may move
      displacement = glm::vec3(0.0f);
      margin_m = 0.0f;
    }
    regions[i] = region_around(start, start + displacement, margin_m);
    ends_m[i] = glm::vec4(start + displacement, margin_m);
    frozen[i] = 0;
  }
};

}  // namespace limber
