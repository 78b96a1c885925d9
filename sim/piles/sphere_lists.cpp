#include "sim/piles/sphere_lists.h"

#include <algorithm>

#include "kernels/launch.h"
#include "kernels/piles/sphere_values.h"

namespace limber {

namespace {

/// As a share of the diameter. A wider margin lasts for more steps and lists more spheres to look
/// at in each.
constexpr float margin = 0.3f;

}  // namespace

SphereLists::SphereLists(const Exec& exec, int spheres, int colliders, float largest_diameter_m)
    : margin_m_(margin * largest_diameter_m),
      rows_(cell_rows_for(spheres, largest_diameter_m + margin_m_)),
      cells_(exec, spheres, rows_.buckets()),
      sorted_(exec, spheres),
      listed_at_(exec, spheres),
      stale_(exec, std::vector<int>{1}),
      counts_(exec, spheres),
      ids_(exec, spheres * NearSpheres::most),
      stretches_(exec, spheres * ShearSprings::most_slots),
      collider_stretches_(exec, spheres * std::min(colliders, ShearSprings::most_slots)),
      used_(exec, std::vector<int>(spheres, 0)),
      collider_used_(exec, std::vector<int>(spheres, 0)) {
  forget(exec);
}

void SphereLists::update(const Exec& exec, View<const SpherePlace> places, bool body_contacts) {
  if (body_contacts) {
    cells_.sort(exec, "grid", rows_, SpherePosition{places}, readable(stale_));
    launch_only_if(exec, "grid", readable(stale_), sorted_.size(),
                   SortPlaces{readable(cells_.items()), places, sorted_.view()});
  } else {
    cells_.clear(exec, "grid");
  }
  const ListNearSpheres lists{.stale = readable(stale_),
                              .rows = rows_,
                              .first = readable(cells_.first()),
                              .items = readable(cells_.items()),
                              .places = places,
                              .sorted = readable(sorted_),
                              .listed_at = listed_at_.view(),
                              .counts = counts_.view(),
                              .ids = ids_.view(),
                              .springs = springs()};
  if (exec.solver() == Solver::cuda)
    list_near_spheres_on_cuda(exec, "grid", lists);
  else
    launch_on_host(exec, "grid", listed_at_.size(), lists);
}

NearSpheres SphereLists::near() const {
  return {.rows = rows_,
          .first = readable(cells_.first()),
          .items = readable(cells_.items()),
          .listed_at = listed_at_.view(),
          .counts = counts_.view(),
          .ids = ids_.view()};
}

void SphereLists::forget(const Exec& exec) {
  const int yes = 1;
  stale_.upload(exec, {&yes, 1});
  exec.synchronize();
  listed_at_.zero(exec);
  counts_.zero(exec);
  ids_.zero(exec);
  stretches_.zero(exec);
  used_.zero(exec);
  collider_stretches_.zero(exec);
  collider_used_.zero(exec);
}

void SphereLists::archive(Archive& archive) {
  archive.state("springs used", used_, Start::zeros);
  archive.state("shear springs", stretches_, Start::zeros);
  archive.state("collider springs used", collider_used_, Start::zeros);
  archive.state("collider shear springs", collider_stretches_, Start::zeros);
  archive.derived("stale", stale_);
  archive.derived("listed at", listed_at_, Start::zeros);
  archive.derived("near counts", counts_, Start::zeros);
  archive.derived("near spheres", ids_, Start::zeros);
  archive.scratch(sorted_);
  cells_.archive(archive);
}

}  // namespace limber
