#pragma once

#include "kernels/piles/near_spheres.h"
#include "sim/archive.h"
#include "sim/cell_lists.h"

namespace limber {

/// Which spheres may touch which, and how far each contact was sheared. Made anew only in steps in
/// which a sphere has used up the margin; the solver itself finds out, so that nothing waits.
class SphereLists {
 public:
  SphereLists(const Exec& exec, int spheres, int colliders, float largest_diameter_m);

  ListsWatch watch() { return {readable(listed_at_), stale_.view(), margin_m_}; }
  /// To be called between what watches and what visits. Without body_contacts nothing is near.
  void update(const Exec& exec, View<const SpherePlace> places, bool body_contacts = true);
  NearSpheres near() const;
  View<int> stale() { return stale_.view(); }
  ShearSprings springs() { return {stretches_.view(), used_.view()}; }
  ShearSprings collider_springs() { return {collider_stretches_.view(), collider_used_.view()}; }

  void forget(const Exec& exec);  ///< all contacts, and where they were
  void archive(Archive& archive);

 private:
  float margin_m_;
  CellRows rows_;
  CellLists cells_;
  Buffer<SpherePlace> sorted_, listed_at_;
  Buffer<int> stale_, counts_, ids_;
  Buffer<glm::vec4> stretches_, collider_stretches_;
  Buffer<int> used_, collider_used_;
};

}  // namespace limber
