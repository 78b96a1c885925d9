#pragma once

// Verlet lists with a skin: candidate pairs from the grid, kept until a sphere has moved by half of
// the margin [Verlet67]. A pile at rest hardly ever needs new lists.

#include <glm/glm.hpp>

#include "kernels/cell_rows.h"
#include "kernels/exec.h"
#include "kernels/hd.h"
#include "kernels/lowest_bit.h"
#include "kernels/piles/body.h"
#include "kernels/piles/shear_springs.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Raises a flag when the lists must be rebuilt.
struct ListsWatch {
  View<const SpherePlace> listed_at;  ///< the spheres' positions when the lists were built
  View<int> stale;                    ///< one flag
  float margin_m;

  /// As long as no sphere has moved by more than half of the margin, no two have approached each
  /// other by more than the margin.
  LIMBER_HD void look(int i, const glm::vec3& position_m) const {
    const glm::vec3 moved = position_m - listed_at[i].position_m;
    if (!(glm::dot(moved, moved) <= 0.25f * margin_m * margin_m)) raise_flag(stale[0]);
  }
};

/// Distance below which two spheres are listed.
struct ListReach {
  float max_m;                  ///< the largest of any pair
  View<const float> radii_m{};  ///< of each sphere; empty: all are of one size
  float margin_m = 0.0f;

  LIMBER_HD bool mixed() const { return !radii_m.empty(); }
  LIMBER_HD float of(float radius_m, float other_m) const { return radius_m + other_m + margin_m; }
  LIMBER_HD static bool holds(float reach_m, const SpherePlace& here, const SpherePlace& there) {
    const glm::vec3 apart = here.position_m - there.position_m;
    return (there.body != here.body) & (glm::dot(apart, apart) < reach_m * reach_m);
  }
  LIMBER_HD float of_pair_m(int i, int j) const {
    return mixed() ? of(radii_m[i], radii_m[j]) : max_m;
  }
};

/// The lists. Spheres with a shear spring come first: neighbouring threads read and write the same
/// slots together.
struct NearSpheres {
  static constexpr int max_count = 48;  ///< hardly ever exceeded in a pile of one size
  CellRows rows;                        ///< cells as wide as reach.max_m
  ListReach reach;
  View<const int> first, items;  ///< of the cells
  View<const SpherePlace> listed_at;
  View<const int> counts;  ///< of all near spheres, listed or not
  View<const int> ids;     ///< the first `max_count`: entry s of sphere i at s * spheres + i
  ExtraRoom extra{};
  View<const int> extra_ids{};  ///< those after `max_count`

  /// Calls visit(s, j) for the entries s = lane, lane + lanes ... of sphere i, where j is the
  /// listed sphere, of another body.
  template <class Visit>
  LIMBER_HD void visit(int i, int lane, int lanes, const Visit& visit) const {
    const int near = counts[i], listed = glm::min(near, room(extra, i));
    for (int s = lane; s < listed; s += lanes) visit(s, id(i, s));
    if (near == listed) return;
    int s = listed;
    const SpherePlace here = listed_at[i];
    visit_cells_around(rows, first, here.position_m, [&](int k) {
      const int j = items[k];
      const SpherePlace there = listed_at[j];
      if (!reach.holds(reach.of_pair_m(i, j), here, there) || has(i, j, listed)) return;
      if (s % lanes == lane) visit(s, j);
      ++s;
    });
  }
  /// Whether j is among the first `listed` entries of sphere i.
  LIMBER_HD bool has(int i, int j, int listed) const {
    for (int s = 0; s < listed; ++s)
      if (id(i, s) == j) return true;
    return false;
  }

  LIMBER_HD static int room(const ExtraRoom& extra, int i) {
    const int more = extra.of(i);
    return more == 0 ? max_count : ExtraRoom::begin + more;
  }
  /// Whether all near spheres are in `ids`.
  LIMBER_HD bool lists_all_of(int i) const { return counts[i] <= max_count && extra.of(i) == 0; }
  LIMBER_HD int id(int i, int slot) const {
    return slot < max_count ? ids[slot * counts.size + i] : extra_ids[extra.at(i, slot)];
  }
  /// Bit k: whether entry lane + k * lanes is nearer than reach_m. Requires lists_all_of(i).
  LIMBER_HD unsigned entries_within(int i, int lane, int lanes, View<const SpherePlace> places,
                                    float reach_m) const {
    const glm::vec3 here = places[i].position_m;
    const int listed = counts[i];
    unsigned bits = 0, bit = 1;
    for (int s = lane; s < listed; s += lanes, bit <<= 1u) {
      const glm::vec3 apart = here - places[ids[s * counts.size + i]].position_m;
      if (glm::dot(apart, apart) < reach_m * reach_m) bits |= bit;
    }
    return bits;
  }
};

/// Copies the spheres in the order of the cells, so that neighbours are contiguous.
struct SortPlaces {
  View<const int> items;
  View<const SpherePlace> places;
  View<const float> radii_m;  ///< empty: all are of one size
  View<SpherePlace> sorted;
  View<float> sorted_radii_m;
  LIMBER_HD void operator()(int k) const {
    const int i = items[k];
    sorted[k] = places[i];
    if (!radii_m.empty()) sorted_radii_m[k] = radii_m[i];
  }
};

/// Rebuilds the lists if they are stale: spheres with a spring first, then the others in the order
/// of the cells.
struct ListNearSpheres {
  static constexpr int grain = 64;
  View<const int> stale;  ///< one flag
  CellRows rows;
  ListReach reach;
  View<const int> first, items;
  View<const SpherePlace> places;
  View<const SpherePlace> sorted;  ///< the same in the order of the cells
  View<const float> sorted_radii_m;
  bool in_cells;  ///< whether all spheres are in the cells; else none is
  View<SpherePlace> listed_at;
  View<int> counts, ids;
  ShearSprings springs;
  View<int> extra_ids{};

  LIMBER_HD void operator()(int k) const {
    if (stale[0] == 0) return;
    int found[max_found];
    list(sphere(k), found);
  }

  /// The sphere of thread k: in the order of the cells, since threads of spheres that are near each
  /// other read the same memory.
  LIMBER_HD int sphere(int k) const { return in_cells ? items[k] : k; }

  static constexpr int max_found = NearSpheres::max_count + 1;
  /// found: memory for max_found entries.
  template <class Memory>
  LIMBER_HD void list(int i, Memory&& found) const {
    const int held = gather_springs(i, extra_springs(i, 0, 1));
    close(i, springs.extra.of(i) > 0 ? list_with_extra_room(i, held) : find(i, held, found));
  }

  // The parts of list().

  /// The number of springs in every `lanes`th extra slot.
  LIMBER_HD int extra_springs(int i, int lane, int lanes) const {
    int in_use = 0;
    for (int s = lane; s < springs.extra.of(i); s += lanes)
      in_use += springs.in_use(ExtraRoom::begin + s, i) ? 1 : 0;
    return in_use;
  }
  /// Moves springs and their neighbours to the first slots; in_extra: the number of those in extra
  /// slots. Returns the number of all.
  LIMBER_HD int gather_springs(int i, int in_extra) const {
    const auto used = static_cast<unsigned>(springs.used[i]);
    const int held = bits_set(used) + in_extra;
    const int end = in_extra > 0 ? ExtraRoom::begin + springs.extra.of(i) : 0;
    const unsigned first_bits = held < ShearSprings::max_slots ? (1u << held) - 1u : ~0u;
    unsigned free = first_bits & ~used;
    int next_extra = ExtraRoom::begin;
    const auto next_free = [&] {
      if (free == 0) {
        while (springs.in_use(next_extra, i)) ++next_extra;
        return next_extra++;
      }
      const int slot = lowest_bit(free);
      free &= free - 1;
      return slot;
    };
    for (unsigned late = used & ~first_bits; late != 0; late &= late - 1)
      move(i, lowest_bit(late), next_free());
    for (int s = glm::max(held, ExtraRoom::begin); s < end; ++s)
      if (springs.in_use(s, i)) move(i, s, next_free());
    springs.used[i] = static_cast<int>(first_bits);
    return held;
  }

  LIMBER_HD bool is_near(const SpherePlace& here, float radius_m, int k) const {
    const float reach_m = reach.mixed() ? reach.of(radius_m, sorted_radii_m[k]) : reach.max_m;
    return ListReach::holds(reach_m, here, sorted[k]);
  }
  /// 0 where all are of one size.
  LIMBER_HD float radius_m(int i) const { return reach.mixed() ? reach.radii_m[i] : 0.0f; }

  LIMBER_HD bool is_held(int i, int held, int j) const { return lists().has(i, j, held); }
  /// Without effect if there is no room.
  LIMBER_HD void put(int i, int s, int j) const {
    if (s < NearSpheres::max_count)
      ids[s * counts.size + i] = j;
    else if (s < NearSpheres::room(springs.extra, i))
      extra_ids[springs.extra.at(i, s)] = j;
  }

  LIMBER_HD void close(int i, int near) const {
    counts[i] = near;
    listed_at[i] = places[i];
  }

 private:
  LIMBER_HD NearSpheres lists() const {
    return {.rows = rows,
            .reach = reach,
            .first = first,
            .items = items,
            .listed_at = listed_at,
            .counts = counts,
            .ids = ids,
            .extra = springs.extra,
            .extra_ids = extra_ids};
  }
  LIMBER_HD void move(int i, int from, int to) const {
    int bits = 0;  // not needed: they are known for all slots
    springs.keep(to, i, springs.stretch(from, i), bits);
    springs.drop(from, i);
    put(i, to, lists().id(i, from));
  }

  LIMBER_HD int list_with_extra_room(int i, int held) const {
    const SpherePlace here = places[i];
    const float own_m = radius_m(i);
    int near = held;
    visit_cells_around(rows, first, here.position_m, [&](int k) {
      if (is_near(here, own_m, k) && !is_held(i, held, items[k])) put(i, near++, items[k]);
    });
    return near;
  }

  /// The threads of a warp find near spheres at different times, but list them together.
  template <class Memory>
  LIMBER_HD int find(int i, int held, Memory& found) const {
    constexpr int room = NearSpheres::max_count;
    const SpherePlace here = places[i];
    const float own_m = radius_m(i);
    int near = 0;
    visit_cells_around(rows, first, here.position_m, [&](int k) {
      // Without branches: the next one takes its place if it is not near.
      found[glm::min(near, room)] = k;
      near += is_near(here, own_m, k) ? 1 : 0;
    });
    const int known = glm::min(near, room);
    for (int s = 0; s < known; ++s) found[s] = items[found[s]];
    constexpr int none = -1;
    for (int h = 0; h < held; ++h) {
      const int j = ids[h * counts.size + i];
      for (int s = 0; s < known; ++s)
        if (found[s] == j) found[s] = none;
    }
    int others = 0;
    for (int s = 0; s < known; ++s) {
      const int j = found[s];
      found[others] = j;
      others += j != none ? 1 : 0;
    }
    const int listed = glm::min(held + others, room);
    for (int s = 0; s < listed; ++s)
      if (s >= held) ids[s * counts.size + i] = found[s - held];
    return near > room ? near : held + others;
  }
};

/// The same on the GPU, with shared memory for what the threads find.
void list_near_spheres_on_cuda(const Exec& exec, const char* label, const ListNearSpheres& work);

}  // namespace limber
