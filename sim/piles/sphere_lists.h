#pragma once

#include "kernels/piles/near_spheres.h"
#include "sim/archive.h"
#include "sim/cell_lists.h"

namespace limber {

/// What a sphere remembers of a contact with another.
struct RememberedShear {
  int sphere, other;
  glm::vec3 stretch_m;
};

/// Which spheres may touch which, and how far each contact was sheared and rolled. Made anew only
/// in steps in which a sphere has used up the margin; the solver itself finds out, so that nothing
/// waits. Where sizes are mixed, each pair is listed by its own reach, and large spheres have room
/// for as many small ones as can touch them.
class SphereLists {
 public:
  /// radii_m: of each sphere. extra_room: whether large ones have more; what finds no room is
  /// counted when it touches.
  SphereLists(const Exec& exec, const std::vector<float>& radii_m, int colliders,
              bool extra_room = true);

  /// Whether contacts remember how far they rolled, too; at first they do not.
  void remember_rolling(const Exec& exec, bool remember);

  ListsWatch watch() { return {readable(listed_at_), stale_.view(), margin_m_}; }
  /// To be called between what watches and what visits. Without body_contacts nothing is near.
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
  std::vector<RememberedShear> remembered(const Exec& exec);

  void forget(const Exec& exec);  ///< all contacts, and where they were
  void archive(Archive& archive);

 private:
  ExtraRoom extra() const { return {readable(extra_first_)}; }
  ListReach reach() const { return {rows_.size_m, readable(radii_), margin_m_}; }

  float margin_m_;
  CellRows rows_;
  CellLists cells_;
  Buffer<SpherePlace> sorted_, listed_at_;
  Buffer<int> stale_, counts_, ids_;
  Buffer<glm::vec4> stretches_, collider_stretches_;
  Buffer<int> used_, collider_used_;
  // Empty where all spheres are of one size.
  Buffer<float> radii_;
  Buffer<int> extra_first_, extra_ids_, aside_ids_;
  Buffer<glm::vec4> extra_stretches_, aside_;
  // Empty where nothing remembers how far it rolled.
  Buffer<glm::vec4> rolls_, collider_rolls_, extra_rolls_, aside_rolls_;
};

}  // namespace limber
