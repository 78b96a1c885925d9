#pragma once

// Which spheres may touch each other until one of them has moved far: lists made from the grid with
// a margin, and kept for as many steps as nothing has used it up (Verlet, "Computer 'experiments'
// on classical fluids", 1967). A pile that has come to rest hardly ever needs new ones.

#include <glm/glm.hpp>

#include "kernels/cell_rows.h"
#include "kernels/exec.h"
#include "kernels/hd.h"
#include "kernels/piles/body.h"
#include "kernels/piles/shear_springs.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Raises a flag when the lists have to be made anew.
struct ListsWatch {
  View<const SpherePlace> listed_at;  ///< where the spheres were when the lists were made
  View<int> stale;                    ///< one
  float margin_m;

  /// No two spheres have come closer to each other by more than the margin, as long as none has
  /// moved by more than half of it.
  LIMBER_HD void look(int i, const glm::vec3& position_m) const {
    const glm::vec3 moved = position_m - listed_at[i].position_m;
    if (!(glm::dot(moved, moved) <= 0.25f * margin_m * margin_m)) raise_flag(stale[0]);
  }
};

/// The lists. What does not fit into one is found in the cells again, in the same order.
struct NearSpheres {
  static constexpr int most = 48;  ///< hardly ever are more near in a pile
  CellRows rows;                   ///< cells as wide as the farthest that is listed
  View<const int> first, items;    ///< of the cells
  View<const SpherePlace> listed_at;
  View<const int> counts;  ///< of all that are near
  View<const int> ids;     ///< the first of them: entry s of sphere i at s * spheres + i

  /// Calls visit(s, j) for the entry s of sphere i, which is sphere j of another body: for those
  /// with s = lane, lane + lanes ...
  template <class Visit>
  LIMBER_HD void visit(int i, int lane, int lanes, const Visit& visit) const {
    const int listed = counts[i];
    if (listed <= most) {
      for (int s = lane; s < listed; s += lanes) visit(s, id(i, s));
    } else {
      int s = 0;
      const auto place_of = [&](int k) { return listed_at[items[k]]; };
      visit_near(rows, first, listed_at[i], place_of, [&](int k) {
        if (s % lanes == lane) visit(s, items[k]);
        ++s;
      });
    }
  }

  LIMBER_HD bool lists_all_of(int i) const { return counts[i] <= most; }
  LIMBER_HD int id(int i, int slot) const { return ids[slot * counts.size + i]; }
  /// Bit k for the entry lane + k * lanes of a sphere all of whose near ones are listed: whether it
  /// is nearer than reach_m.
  LIMBER_HD unsigned entries_within(int i, int lane, int lanes, View<const SpherePlace> places,
                                    float reach_m) const {
    const glm::vec3 here = places[i].position_m;
    const int listed = counts[i];
    unsigned bits = 0, bit = 1;
    for (int s = lane; s < listed; s += lanes, bit <<= 1u) {
      const glm::vec3 apart = here - places[id(i, s)].position_m;
      if (glm::dot(apart, apart) < reach_m * reach_m) bits |= bit;
    }
    return bits;
  }

  /// Calls visit(k) for the places k in the sorted spheres where one of another body lies nearer to
  /// `here` than a cell's width. place_of(k): where that one is.
  template <class PlaceOf, class Visit>
  LIMBER_HD static void visit_near(const CellRows& rows, View<const int> first,
                                   const SpherePlace& here, const PlaceOf& place_of,
                                   const Visit& visit) {
    visit_cells_around(rows, first, here.position_m, [&](int k) {
      const SpherePlace there = place_of(k);
      const glm::vec3 apart = here.position_m - there.position_m;
      if (there.body != here.body && glm::dot(apart, apart) < rows.size_m * rows.size_m) visit(k);
    });
  }
};

/// Lays the spheres out in the order of the cells: those that are looked at together.
struct SortPlaces {
  View<const int> items;
  View<const SpherePlace> places;
  View<SpherePlace> sorted;
  LIMBER_HD void operator()(int k) const { sorted[k] = places[items[k]]; }
};

/// Makes the list of each sphere where they are stale. A shear spring goes with its neighbour.
struct ListNearSpheres {
  static constexpr int grain = 64;
  View<const int> stale;  ///< one
  CellRows rows;
  View<const int> first, items;
  View<const SpherePlace> places;
  View<const SpherePlace> sorted;  ///< the same in the order of the cells
  View<SpherePlace> listed_at;
  View<int> counts, ids;
  ShearSprings springs;

  LIMBER_HD void operator()(int i) const {
    if (stale[0] == 0) return;
    constexpr int most = NearSpheres::most;
    int held = 0;
    int held_ids[ShearSprings::most_slots];
    glm::vec3 held_m[ShearSprings::most_slots];
    for (int s = 0; s < ShearSprings::most_slots; ++s) {
      if (!springs.in_use(s, i)) continue;
      held_ids[held] = ids[s * counts.size + i];
      held_m[held++] = springs.stretch_m(s, i);
    }
    int listed = 0, used = 0;
    const auto place_of = [&](int k) { return sorted[k]; };
    NearSpheres::visit_near(rows, first, places[i], place_of, [&](int k) {
      const int s = listed++;
      if (s >= most) return;
      const int j = items[k];
      ids[s * counts.size + i] = j;
      for (int h = 0; h < held && springs.has(s); ++h) {
        if (held_ids[h] != j) continue;
        springs.keep(s, i, held_m[h], used);
        break;
      }
    });
    springs.used[i] = used;
    counts[i] = listed;
    listed_at[i] = places[i];
  }
};

/// The same on the GPU, eight lanes a sphere.
void list_near_spheres_on_cuda(const Exec& exec, const char* label, const ListNearSpheres& work);

}  // namespace limber
