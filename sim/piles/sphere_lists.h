#pragma once

#include "kernels/piles/near_spheres.h"
#include "sim/archive.h"
#include "sim/cell_lists.h"

namespace limber {

/// The shear spring that a sphere stores for its contact with another.
struct StoredShear {
  int sphere, other;
  glm::vec3 stretch_m;
};

/// Verlet lists of the spheres that may touch each other, and the shear and rolling displacement of
/// each contact. Lists are rebuilt only when a sphere has used up the skin; the solver decides, so
/// the host need not wait. With mixed sizes, the range of a pair depends on its radii, and large
/// spheres have room for as many small ones as can touch them.
class SphereLists {
 public:
  /// radii_m: of each sphere. extra_room: whether the lists of large spheres are longer; contacts
  /// that do not fit are counted.
  SphereLists(const Exec& exec, const std::vector<float>& radii_m, int colliders,
              bool extra_room = true);

  /// Whether contacts store their rolling displacement, too; off initially.
  void store_rolling(const Exec& exec, bool store);

  ListsWatch watch() { return {readable(listed_at_), stale_.view(), margin_m_}; }
  /// Rebuilds stale lists; call after the kernel that uses watch(), before any that uses near().
  /// Without body_contacts, the lists are empty.
  void update(const Exec& exec, View<const SpherePlace> places, bool body_contacts = true);
  NearSpheres near() const;
  View<int> stale() { return stale_.view(); }
  ShearSprings springs() {
    return {stretches_.view(),       used_.view(),  extra(),
            extra_stretches_.view(), rolls_.view(), extra_rolls_.view()};
  }
  ShearSprings collider_springs() {
    return {collider_stretches_.view(), collider_used_.view(), {}, {}, collider_rolls_.view()};
  }

  /// All shear springs between spheres, sphere by sphere. Waits.
  std::vector<StoredShear> shear_springs(const Exec& exec);

  void forget(const Exec& exec);  ///< all contacts and lists
  void archive(Archive& archive);

 private:
  void rebuild(const Exec& exec, View<const SpherePlace> places, bool body_contacts);
  ExtraRoom extra() const { return {readable(extra_first_)}; }
  ListReach reach() const { return {rows_.size_m, readable(radii_), margin_m_}; }

  float margin_m_;
  CellRows rows_;
  CellLists cells_;
  Buffer<SpherePlace> sorted_, listed_at_;
  Buffer<int> stale_, counts_, ids_;
  Buffer<glm::vec4> stretches_, collider_stretches_;
  Buffer<int> used_, collider_used_;
  // Empty if all spheres have the same size.
  Buffer<float> radii_, sorted_radii_;
  Buffer<int> extra_first_, extra_ids_;
  Buffer<glm::vec4> extra_stretches_;
  // Empty unless rolling displacements are stored.
  Buffer<glm::vec4> rolls_, collider_rolls_, extra_rolls_;
};

}  // namespace limber
