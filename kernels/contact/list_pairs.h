#pragma once

// Finds and lists the pairs whose regions meet (search_pairs.h), each with its impulse if it was
// listed before.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/contact/box_geometry.h"
#include "kernels/contact/contact_mesh.h"
#include "kernels/contact/contact_pairs.h"
#include "kernels/contact/near_features.h"
#include "kernels/contact/search_pairs.h"
#include "kernels/hd.h"
#include "kernels/only_if.h"
#include "kernels/view.h"

namespace limber {

/// Finds the pairs of one owner: those that could meet, and those that will be near.
struct PairSearch {
  ContactMesh mesh;
  View<const RegionNode> nodes;
  View<const PointRegion> regions;
  View<const glm::vec4> starts_m;
  View<const glm::vec4> ends_m;  ///< predicted positions; w: margins
  View<const SearchState> state;
  float min_radius_m;  ///< of the things' corners

  /// The boxes of an owner.
  struct Bounds {
    Extent region, start, end;
    glm::ivec3 corners;
    float radius_m;
  };
  struct Owner {
    Bounds bounds;
    float search_m;             ///< search distance around its region
    int first_node, last_node;  ///< of the trees to search
    int min_thing;
    ThingRange skipped;
  };

  /// The trees that an owner searches.
  struct Trees {
    int first_node, last_node;
  };
  LIMBER_HD Trees trees_of(int owner) const {
    const TreeRoots& roots = mesh.roots;
    if (mesh.is_box(owner)) return {roots.boxes, nodes.size};
    if (mesh.is_edge(owner)) return {roots.edges, roots.boxes};
    // Features of boxes meet only what is no box.
    return {mesh.is_of_box(mesh.points[owner]) ? roots.triangles : roots.box_triangles,
            owner < mesh.free_points ? roots.box_edges : roots.kinematic_triangles};
  }

  LIMBER_HD Owner owner(int owner) const {
    const bool box = mesh.is_box(owner), is_thing = box || mesh.is_edge(owner);
    const int own = is_thing ? mesh.own_thing(owner) : -1;
    const int point = is_thing ? 0 : mesh.points[owner];
    const glm::ivec3 corners = is_thing ? mesh.things[own] : glm::ivec3(point, point, point);
    const float radius_m = mesh.traits[corners.x].radius_m;
    const Trees trees = trees_of(owner);
    return {.bounds = {.region = region_of(regions, corners, box),
                       .start = box_of(starts_m, corners, box),
                       .end = box_of(ends_m, corners, box),
                       .corners = corners,
                       .radius_m = radius_m},
            // The regions' margins, and the radii in the boxes of things, are included already.
            .search_m =
                radius_m + slack_m(radius_m) - 2.0f * state[0].margin * (radius_m + min_radius_m),
            .first_node = trees.first_node,
            .last_node = trees.last_node,
            .min_thing = own + 1,
            .skipped = box        ? ThingRange{}
                       : is_thing ? mesh.own_edges(corners.x)
                                  : mesh.own_triangles(point)};
  }

  /// A thing whose box in the trees is near an owner.
  struct Thing {
    RegionNode leaf;
    glm::ivec3 corners;
    float radius_m;
  };

  /// Whether they may be a pair. start, end: functions that return the thing's boxes there.
  template <class Start, class End>
  LIMBER_HD static bool may_pair(const Bounds& own, const Thing& thing, const Start& start,
                                 const End& end) {
    if (share_a_point(own.corners, thing.corners)) return false;
    const float max_reach_m = own.radius_m + thing.radius_m;
    const float near_m = max_reach_m + slack_m(max_reach_m);
    return are_near(own.region, thing.leaf,
                    min_gap_share * max_reach_m - box_radii * thing.radius_m) ||
           are_near(own.start, start(), near_m) || are_near(own.end, end(), near_m);
  }

  /// visit(thing): things whose boxes are near enough for a pair, in ascending order. Stops after
  /// max_nodes nodes of the trees; returns the first thing that it has not seen, or -1 for none.
  template <class Visit>
  LIMBER_HD int for_candidates(int owner, const Visit& visit, int max_nodes = 1 << 30) const {
    const Owner own = this->owner(owner);
    const int node = for_things_near(
        nodes, own.first_node, own.last_node, own.bounds.region, own.search_m, own.min_thing,
        own.skipped,
        [&](int thing, const RegionNode& leaf) {
          const glm::ivec3 c = mesh.things[thing];
          const bool box = mesh.is_box_thing(thing);
          if (may_pair(
                  own.bounds, {leaf, c, mesh.traits[c.z].radius_m},
                  [&] { return box_of(starts_m, c, box); }, [&] { return box_of(ends_m, c, box); }))
            visit(thing);
        },
        max_nodes);
    return node < own.last_node ? nodes[node].end - nodes[node].things_below(node) : -1;
  }

  /// visit(thing), in ascending order of things.
  template <class Visit>
  LIMBER_HD void for_pairs(int owner, const Visit& visit) const {
    for_candidates(owner, [&](int thing) {
      if (reach(owner, thing) > 0.0f) visit(thing);
    });
  }

  /// The distance that a candidate pair is to keep; 0 if it can neither meet nor will come closer
  /// than that.
  LIMBER_HD float reach(int owner, int thing) const {
    const glm::ivec4 c = mesh.corners(owner, thing);
    const bool edge = mesh.is_edge(owner);
    if (!mesh.may_touch(c.x, c.w)) return 0.0f;
    if (mesh.is_box(owner)) return reach_of_boxes(c.x, c.w);
    const glm::vec3 x[4] = {glm::vec3(starts_m[c.x]), glm::vec3(starts_m[c.y]),
                            glm::vec3(starts_m[c.z]), glm::vec3(starts_m[c.w])};
    const NearPoints near = edge ? nearest_of_edges(x) : nearest_of_vertex_and_triangle(x);
    const glm::vec3 apart = apart_m(near, x);
    const float gap_m = glm::sqrt(glm::dot(apart, apart));
    const float max_reach_m = mesh.traits[c.x].radius_m + mesh.traits[c.w].radius_m;
    if (!(gap_m > 1e-9f)) return max_reach_m;
    const glm::vec3 n = apart / gap_m;
    const int on_first = edge ? 2 : 1;
    const glm::vec4 ends[4] = {ends_m[c.x], ends_m[c.y], ends_m[c.z], ends_m[c.w]};
    const float end_m = apart_along(
        on_first, [&](int k, float sign) { return sign * glm::dot(glm::vec3(ends[k]) - x[0], n); });
    const float soon_m = glm::min(gap_m, end_m) - slack_m(max_reach_m);
    const float min_m = apart_along(on_first, [&](int k, float sign) {
      const PointRegion region = region_around(x[k], glm::vec3(ends[k]), ends[k].w);
      return support(region, sign * n) - sign * glm::dot(x[0], n);
    });
    if (!(soon_m < max_reach_m) && !(min_m < min_gap_share * max_reach_m)) return 0.0f;
    const float reach_m = kept_m(c, edge);
    return soon_m < reach_m || min_m < min_gap_share * reach_m ? reach_m : 0.0f;
  }

  /// Slots of the list that a pair takes.
  LIMBER_HD int slots(int owner) const {
    return mesh.is_box(owner) ? BoxManifold::max_contacts : 1;
  }

  /// The distance that a pair is to keep: within one body, at most half of its distance at rest.
  LIMBER_HD float kept_m(const glm::ivec4& c, bool edge) const {
    const float max_reach_m = mesh.traits[c.x].radius_m + mesh.traits[c.w].radius_m;
    if (mesh.body_of_point[c.x] != mesh.body_of_point[c.w]) return max_reach_m;
    const glm::vec3 x[4] = {glm::vec3(mesh.at_rest_m[c.x]), glm::vec3(mesh.at_rest_m[c.y]),
                            glm::vec3(mesh.at_rest_m[c.z]), glm::vec3(mesh.at_rest_m[c.w])};
    const NearPoints near = edge ? nearest_of_edges(x) : nearest_of_vertex_and_triangle(x);
    const glm::vec3 apart = apart_m(near, x);
    const float half_m = 0.5f * glm::sqrt(glm::dot(apart, apart));
    return half_m < max_reach_m ? half_m : max_reach_m;
  }

 private:
  /// As reach(), of two boxes.
  LIMBER_HD float reach_of_boxes(int first, int second) const {
    const glm::vec3 origin_m(starts_m[first]);
    const BoxesApart apart = boxes_apart(corner_box(starts_m, first, origin_m),
                                         corner_box(starts_m, second, origin_m), 0.0f);
    const glm::vec3 n = apart.normal;
    // Each time the lowest of the first and the highest of the second, along the normal.
    float end_m[2] = {1e30f, 1e30f}, min_m[2] = {1e30f, 1e30f};
    for (int side = 0; side < 2; ++side)
      for (int k = 0; k < 8; ++k) {
        const int i = (side == 0 ? first : second) + k;
        const float sign = side == 0 ? 1.0f : -1.0f;
        const glm::vec3 start(starts_m[i]), end(ends_m[i]);
        const PointRegion region = region_around(start, end, ends_m[i].w);
        end_m[side] = glm::min(end_m[side], sign * glm::dot(end - origin_m, n));
        min_m[side] =
            glm::min(min_m[side], support(region, sign * n) - sign * glm::dot(origin_m, n));
      }
    const float reach_m = mesh.traits[first].radius_m + mesh.traits[second].radius_m;
    const float soon_m = glm::min(apart.gap_m, end_m[0] + end_m[1]) - slack_m(reach_m);
    return soon_m < reach_m || min_m[0] + min_m[1] < min_gap_share * reach_m ? reach_m : 0.0f;
  }

  /// Tolerated error of predictions.
  LIMBER_HD static float slack_m(float reach_m) { return 0.1f * reach_m; }
  /// An edge's last two corners are the same, those of a point all three.
  LIMBER_HD static bool share_a_point(const glm::ivec3& a, const glm::ivec3& b) {
    const auto is_of_b = [&](int point) { return point == b.x || point == b.y || point == b.z; };
    return is_of_b(a.x) || is_of_b(a.y);
  }

  template <class Other>
  LIMBER_HD static bool are_near(const Extent& a, const Other& b, float margin_m) {
    const glm::vec3 gap = glm::max(a.low_m - b.high_m, b.low_m - a.high_m);
    return gap.x <= margin_m && gap.y <= margin_m && gap.z <= margin_m;
  }

  /// The minimum distance of two sides along a direction. least(k, sign): minimum of the k-th
  /// corner's coordinate along it, times the sign.
  template <class Least>
  LIMBER_HD static float apart_along(int on_first, const Least& least) {
    float first_m = least(0, 1.0f), second_m = least(3, -1.0f);
    if (on_first == 2)
      first_m = glm::min(first_m, least(1, 1.0f));
    else
      second_m = glm::min(second_m, least(1, -1.0f));
    second_m = glm::min(second_m, least(2, -1.0f));
    return first_m + second_m;
  }

  /// The minimum coordinate along n in a region.
  LIMBER_HD static float support(const PointRegion& r, const glm::vec3& n) {
    return (n.x > 0.0f ? r.low_m.x : r.high_m.x) * n.x +
           (n.y > 0.0f ? r.low_m.y : r.high_m.y) * n.y +
           (n.z > 0.0f ? r.low_m.z : r.high_m.z) * n.z;
  }
};

/// What traversals find. Each owner has room for `near` things; if it finds more it takes a chunk
/// for `far` others, and then a large one for `many` (a ball among thousands of small things), as
/// long as there are any. Owners without room traverse again, each in one thread: slowly.
struct PairCandidates {
  static constexpr int near = 64, far = 192, many = 32768 - near - far;
  /// Owners per chunk.
  static constexpr int owners_of_chunk = 16;
  /// Threads that share the candidates of an owner with a large chunk.
  static constexpr int parts = 256;

  View<int> things;        ///< near ones of each owner, then the chunks; ~thing: it is a pair
  View<int> counts;        ///< of each owner
  View<int> chunks;        ///< of each owner, where it has one
  View<int> large_chunks;  ///< likewise
  View<int> used;          ///< numbers of chunks taken, and of owners that wait: see WaitingOwner
  enum Used { chunks_taken, large_chunks_taken, waiting_owners, used_numbers };
  View<int> chunk_owners;  ///< of each large chunk; -1: none
  View<int> part_counts;   ///< pairs per part of each large chunk

  LIMBER_HD static int chunks_for(int owners) { return owners / owners_of_chunk + 1; }
  static int room_for(int owners, int large_chunks) {
    return owners * near + chunks_for(owners) * far + large_chunks * many;
  }

  /// Whether an owner needs a chunk, or a large one, for its candidates [first, last).
  LIMBER_HD static bool need_chunk(int first, int last) { return first <= near && near < last; }
  LIMBER_HD static bool need_large_chunk(int first, int last) {
    return first <= near + far && near + far < last;
  }
  /// To be called before an owner's candidates [first, last) are added.
  LIMBER_HD void take_chunks(int owner, int first, int last) const {
    if (need_chunk(first, last)) chunks[owner] = atomic_add(used[chunks_taken], 1);
    if (!need_large_chunk(first, last)) return;
    const int chunk = atomic_add(used[large_chunks_taken], 1);
    large_chunks[owner] = chunk;
    if (chunk < chunk_owners.size) chunk_owners[chunk] = owner;
  }
  LIMBER_HD bool has_room(int owner, int k) const {
    if (k < near) return true;
    if (chunks[owner] >= chunks_for(counts.size)) return false;
    return k < near + far || (k < near + far + many && large_chunks[owner] < chunk_owners.size);
  }
  LIMBER_HD void add(int owner, int k, int thing) const {
    if (has_room(owner, k)) at(owner, k) = thing;
  }
  LIMBER_HD bool has_all(int owner) const { return has_room(owner, counts[owner] - 1); }
  LIMBER_HD bool is_shared(int owner) const { return counts[owner] > near + far; }
  LIMBER_HD int candidates_per_part(int owner) const { return (counts[owner] + parts - 1) / parts; }
  LIMBER_HD int& at(int owner, int k) const {
    if (k < near) return things[owner * near + k];
    const int after_near = counts.size * near;
    if (k < near + far) return things[after_near + chunks[owner] * far + k - near];
    return things[after_near + chunks_for(counts.size) * far + large_chunks[owner] * many + k -
                  near - far];
  }
};

/// Frees all chunks; no owner waits any more. One thread.
struct GiveChunksBack {
  PairCandidates candidates;

  LIMBER_HD void operator()(int) const {
    for (int i = 0; i < PairCandidates::used_numbers; ++i) candidates.used[i] = 0;
    for (int i = 0; i < candidates.chunk_owners.size; ++i) candidates.chunk_owners[i] = -1;
  }
};

/// Only traverses: a thread that tested its candidates here would make those beside it wait. One
/// thread per owner.
struct FindCandidates {
  static constexpr int grain = 16;
  PairSearch search;
  PairCandidates candidates;
  View<int> counts;  ///< of pairs: see CountPairs

  LIMBER_HD void operator()(int owner) const {
    int count = 0;
    search.for_candidates(owner, [&](int thing) {
      candidates.take_chunks(owner, count, count + 1);
      candidates.add(owner, count++, thing);
    });
    found(owner, count);
  }

  LIMBER_HD void found(int owner, int count) const {
    candidates.counts[owner] = count;
    counts[owner + 1] = 0;
    if (owner == 0) counts[0] = 0;
  }
};

/// Tests the candidates and counts the pairs of each owner. One thread per owner, then one per part
/// of each large chunk.
struct CountPairs {
  static constexpr int grain = 16;
  PairSearch search;
  PairCandidates candidates;
  View<int> counts;  ///< of owner i at i + 1; a running sum gives where its pairs begin

  LIMBER_HD int parts() const { return candidates.chunk_owners.size * PairCandidates::parts; }
  int threads() const { return search.mesh.owners() + parts(); }

  LIMBER_HD void operator()(int i) const {
    const int owners = search.mesh.owners();
    if (i >= owners) return count_part(i - owners);
    if (!candidates.has_all(i)) return traverse_again(i);
    if (candidates.is_shared(i)) return;
    int count = 0;
    for (int k = 0; k < candidates.counts[i]; ++k) count += examine(i, k);
    counts[i + 1] = count;
  }

  /// Of an owner without room for its candidates.
  LIMBER_HD void traverse_again(int owner) const {
    int count = 0;
    search.for_pairs(owner, [&](int) { ++count; });
    counts[owner + 1] = count * search.slots(owner);
  }

  LIMBER_HD void count_part(int i) const {
    const int owner = candidates.chunk_owners[i / PairCandidates::parts];
    if (owner < 0 || !candidates.has_all(owner)) return;
    const int size = candidates.candidates_per_part(owner);
    const int first = i % PairCandidates::parts * size;
    const int last = glm::min(first + size, candidates.counts[owner]);
    int count = 0;
    for (int k = first; k < last; ++k) count += examine(owner, k);
    candidates.part_counts[i] = count;
    if (count > 0) atomic_add(counts[owner + 1], count);
  }

  /// Marks candidate k if it is a pair. Returns its slots; 0: it is none.
  LIMBER_HD int examine(int owner, int k) const {
    int& thing = candidates.at(owner, k);
    if (!(search.reach(owner, thing) > 0.0f)) return 0;
    thing = ~thing;
    return search.slots(owner);
  }
};

/// The previous pairs, while new ones are listed.
struct EarlierPairs {
  View<const int> first;
  View<const int> things;
  View<const PairImpulse> impulses;
  View<const int> solved;
  View<const BoxSlot> slots;
};

/// Gives each pair its slot. One thread per owner, then one per part of each large chunk.
struct PlacePairs {
  static constexpr int grain = 16;
  static constexpr int blocks_at_once = blocks_for_all_threads;
  PairSearch search;
  PairCandidates candidates;
  View<const int> first;
  View<ContactPair> pairs;
  View<int> frozen;
  View<SearchState> state;

  int threads() const {
    return search.mesh.owners() + candidates.chunk_owners.size * PairCandidates::parts;
  }

  LIMBER_HD void operator()(int i) const {
    const int owners = search.mesh.owners();
    if (i >= owners) return place_part(i - owners);
    const int end = first[i + 1];
    if (i + 1 == owners) {
      state[0].pairs = end;
      state[0].box_pairs = (end - first[search.mesh.first_box_owner()]) / BoxManifold::max_contacts;
      state[0].large_chunks = candidates.used[PairCandidates::large_chunks_taken];
      state[0].left_out = glm::max(state[0].left_out, end - pairs.size);
    }
    int at = first[i];
    if (at == end) return;
    if (!candidates.has_all(i)) {
      search.for_pairs(i, [&](int thing) { place(i, thing, at); });
    } else if (!candidates.is_shared(i)) {
      for (int k = 0; at < end; ++k)
        if (const int thing = ~candidates.at(i, k); thing >= 0) place(i, thing, at);
    }
  }

 private:
  LIMBER_HD void place_part(int i) const {
    const int part = i % PairCandidates::parts, first_of_chunk = i - part;
    const int owner = candidates.chunk_owners[first_of_chunk / PairCandidates::parts];
    if (owner < 0 || !candidates.has_all(owner)) return;
    const int count = candidates.part_counts[i];
    if (count == 0) return;
    int at = first[owner];
    for (int k = first_of_chunk; k < i; ++k) at += candidates.part_counts[k];
    const int end = at + count;
    for (int k = part * candidates.candidates_per_part(owner); at < end; ++k)
      if (const int thing = ~candidates.at(owner, k); thing >= 0) place(owner, thing, at);
  }

  /// Fills the slots of a pair from `at` on, which then is one past them.
  LIMBER_HD void place(int owner, int thing, int& at) const {
    const int end = at + search.slots(owner);
    // Whole pairs: GPUs are slow to write parts of 32-byte sectors.
    for (int r = at; r < glm::min(end, pairs.size); ++r)
      pairs[r] = {.corners = glm::ivec4(0), .owner = owner, .thing = thing};
    at = end;
    if (end <= pairs.size) return;
    // No room: the points of the pair are frozen.
    const glm::ivec4 c = search.mesh.corners(owner, thing);
    if (search.mesh.is_box(owner)) {
      for (int k = 0; k < 8; ++k) {
        raise_flag(frozen[c.x + k]);
        raise_flag(frozen[c.w + k]);
      }
      return;
    }
    for (int k = 0; k < 4; ++k) raise_flag(frozen[c[k]]);
  }
};

/// Fills in pairs; those that were listed before keep their impulses. One thread per pair.
struct ListPairs {
  PairSearch search;
  EarlierPairs earlier;
  View<const int> first;  ///< pair of each owner
  View<ContactPair> pairs;
  View<PairImpulse> impulses;
  View<int> solved;     ///< see PairsAhead; empty where none is
  View<BoxSlot> slots;  ///< empty where there are no boxes

  LIMBER_HD void operator()(int r) const {
    ContactPair pair = pairs[r];
    pair.corners = search.mesh.corners(pair.owner, pair.thing);
    pair.reach_m = search.kept_m(pair.corners, search.mesh.is_edge(pair.owner));
    const View<const PointTraits> traits = search.mesh.traits;
    pair.friction =
        mean_of_surfaces(traits[pair.corners.x].friction, traits[pair.corners.w].friction);
    pairs[r] = pair;
    int before = earlier_of(pair.owner, pair.thing);
    if (search.mesh.is_box(pair.owner)) {
      if (before >= 0) before += (r - first[pair.owner]) % BoxManifold::max_contacts;
      if (before >= earlier.things.size) before = -1;
      slots[r] = before >= 0 ? earlier.slots[before] : BoxSlot{};
    }
    impulses[r] = before >= 0 ? earlier.impulses[before] : PairImpulse{};
    if (!solved.empty()) solved[r] = before >= 0 ? earlier.solved[before] : 0;
  }

 private:
  /// The previous index of a pair; -1: it was not listed.
  LIMBER_HD int earlier_of(int owner, int thing) const {
    int low = earlier.first[owner], high = earlier.first[owner + 1];
    if (high > earlier.things.size) high = earlier.things.size;
    const int last = high;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (earlier.things[middle] < thing)
        low = middle + 1;
      else
        high = middle;
    }
    return low < last && earlier.things[low] == thing ? low : -1;
  }
};

/// Keeps what ListPairs looks up. One thread per pair.
struct KeepPairs {
  View<const ContactPair> pairs;
  View<const PairImpulse> impulses;
  View<const int> solved;
  View<int> earlier_things;
  View<PairImpulse> earlier_impulses;
  View<int> earlier_solved;
  View<const BoxSlot> slots;  ///< empty where there are no boxes
  View<BoxSlot> earlier_slots;

  LIMBER_HD void operator()(int r) const {
    earlier_things[r] = pairs[r].thing;
    earlier_impulses[r] = impulses[r];
    if (!solved.empty()) earlier_solved[r] = solved[r];
    if (!slots.empty()) earlier_slots[r] = slots[r];
  }
};

/// Where each owner's pairs began. One thread per owner, and one more.
struct KeepFirst {
  View<const int> first;
  View<int> earlier_first;
  LIMBER_HD void operator()(int owner) const { earlier_first[owner] = first[owner]; }
};

}  // namespace limber
