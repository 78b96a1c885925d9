#pragma once

// Verlet lists with a skin: candidate pairs from the grid, kept until a sphere has moved by half of
// the margin [Verlet67]. A pile at rest hardly ever needs new lists.

#include <glm/glm.hpp>

#include "kernels/cell_rows.h"
#include "kernels/exec.h"
#include "kernels/hd.h"
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

  LIMBER_HD bool holds(int i, View<const int> items, int k, float apart_m2) const {
    const float reach_m = radii_m.empty() ? max_m : radii_m[i] + radii_m[items[k]] + margin_m;
    return apart_m2 < reach_m * reach_m;
  }
};

/// The lists. For a sphere whose list overflows, its cells are searched again, in the same order.
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
    const int listed = counts[i];
    if (listed <= room(max_count, extra, i)) {
      for (int s = lane; s < listed; s += lanes) visit(s, id(i, s));
    } else {
      int s = 0;
      const auto place_of = [&](int k) { return listed_at[items[k]]; };
      visit_near(rows, first, items, reach, i, listed_at[i], place_of, [&](int k) {
        if (s % lanes == lane) visit(s, items[k]);
        ++s;
      });
    }
  }

  LIMBER_HD static int room(int max_count, const ExtraRoom& extra, int i) {
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

  /// Calls visit(k) for each index k into the sorted spheres whose sphere belongs to another body
  /// and is near sphere i. here: sphere i's place; place_of(k): that of the other.
  template <class PlaceOf, class Visit>
  LIMBER_HD static void visit_near(const CellRows& rows, View<const int> first,
                                   View<const int> items, const ListReach& reach, int i,
                                   const SpherePlace& here, const PlaceOf& place_of,
                                   const Visit& visit) {
    visit_cells_around(rows, first, here.position_m, [&](int k) {
      const SpherePlace there = place_of(k);
      const glm::vec3 apart = here.position_m - there.position_m;
      if (there.body != here.body && reach.holds(i, items, k, glm::dot(apart, apart))) visit(k);
    });
  }
};

/// Copies the spheres in the order of the cells, so that neighbours are contiguous.
struct SortPlaces {
  View<const int> items;
  View<const SpherePlace> places;
  View<SpherePlace> sorted;
  LIMBER_HD void operator()(int k) const { sorted[k] = places[items[k]]; }
};

/// Rebuilds the lists if they are stale. A shear spring moves with its neighbour's entry.
struct ListNearSpheres {
  static constexpr int grain = 64;
  View<const int> stale;  ///< one flag
  CellRows rows;
  ListReach reach;
  View<const int> first, items;
  View<const SpherePlace> places;
  View<const SpherePlace> sorted;  ///< the same in the order of the cells
  View<SpherePlace> listed_at;
  View<int> counts, ids;
  ShearSprings springs;
  View<int> extra_ids{};
  // The previous contents of the extra room, in the same places; -1: unused.
  View<int> aside_ids{};
  View<glm::vec4> aside_m{}, aside_rolls_m{};

  LIMBER_HD void operator()(int i) const {
    if (stale[0] == 0) return;
    const int room = NearSpheres::room(NearSpheres::max_count, springs.extra, i);
    const int more = springs.extra.of(i);
    for (int s = ExtraRoom::begin; s < ExtraRoom::begin + more; ++s) hold_extra(i, s);
    int held = 0;
    int held_ids[ShearSprings::max_slots];
    Stretch held_by[ShearSprings::max_slots];
    for (int s = 0; s < ShearSprings::max_slots; ++s) {
      if (!springs.in_use(s, i)) continue;
      held_ids[held] = ids[s * counts.size + i];
      held_by[held++] = springs.stretch(s, i);
    }
    int listed = 0, used = 0;
    const auto place_of = [&](int k) { return sorted[k]; };
    NearSpheres::visit_near(rows, first, items, reach, i, places[i], place_of, [&](int k) {
      const int s = listed++;
      if (s >= room) return;
      const int j = items[k];
      put(i, s, j);
      for (int h = 0; h < held && springs.has(s, i); ++h) {
        if (held_ids[h] != j) continue;
        springs.keep(s, i, held_by[h], used);
        return;
      }
      if (more > 0) keep_extra(i, s, j, used);
    });
    springs.used[i] = used;
    counts[i] = listed;
    listed_at[i] = places[i];
  }

  LIMBER_HD Stretch aside(int at) const {
    return {glm::vec3(aside_m[at]),
            aside_rolls_m.empty() ? glm::vec3(0.0f) : glm::vec3(aside_rolls_m[at])};
  }
  LIMBER_HD void put(int i, int s, int j) const {
    if (s < NearSpheres::max_count)
      ids[s * counts.size + i] = j;
    else
      extra_ids[springs.extra.at(i, s)] = j;
  }
  /// Moves the spring of an extra slot aside and frees the slot.
  LIMBER_HD void hold_extra(int i, int s) const {
    const int at = springs.extra.at(i, s);
    const glm::vec4 spring = springs.extra_m[at];
    aside_ids[at] = -1;
    if (spring.w == 0.0f) return;
    aside_ids[at] = s < NearSpheres::max_count ? ids[s * counts.size + i] : extra_ids[at];
    aside_m[at] = spring;
    if (!aside_rolls_m.empty()) aside_rolls_m[at] = springs.extra_rolls_m[at];
    springs.extra_m[at] = glm::vec4(0.0f);
  }
  /// Moves the spring that was put aside for j to its new slot.
  LIMBER_HD void keep_extra(int i, int s, int j, int& used) const {
    const int end = springs.extra.first[i + 1];
    for (int at = springs.extra.first[i]; at < end; ++at) {
      if (aside_ids[at] != j) continue;
      springs.keep(s, i, aside(at), used);
      return;
    }
  }
};

/// The same on the GPU, eight lanes per sphere.
void list_near_spheres_on_cuda(const Exec& exec, const char* label, const ListNearSpheres& work);

}  // namespace limber
