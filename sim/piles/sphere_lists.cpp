#include "sim/piles/sphere_lists.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "kernels/branch.h"
#include "kernels/launch.h"
#include "kernels/piles/sphere_values.h"
#include "sim/count.h"

namespace limber {

namespace {

/// The skin over the smallest diameter. A wider one lasts for more steps but gives longer lists.
constexpr float list_margin = 0.3f;
/// Spheres of one body may overlap, and so may those of two in contact.
constexpr double room_for_overlaps = 1.25;
constexpr double densest = 0.7405;  ///< packing of equal spheres
constexpr long long max_extra_entries = 1 << 28;

float largest_diameter_m(const std::vector<float>& radii_m) {
  return 2.0f * *std::ranges::max_element(radii_m);
}
float smallest_diameter_m(const std::vector<float>& radii_m) {
  return 2.0f * *std::ranges::min_element(radii_m);
}
std::vector<float> where_mixed(const std::vector<float>& radii_m) {
  const bool mixed = largest_diameter_m(radii_m) != smallest_diameter_m(radii_m);
  return mixed ? radii_m : std::vector<float>();
}

/// Max. number of spheres of radius `other_m` within the margin around one of `radius_m`.
double max_around(double radius_m, double other_m, double margin_m) {
  return densest * (std::pow(radius_m + 2.0 * other_m + margin_m, 3.0) - std::pow(radius_m, 3.0)) /
         std::pow(other_m, 3.0);
}

/// Number of entries beyond ExtraRoom::begin that a sphere of this radius needs, given the number
/// of spheres of each radius: bounded by how many of the smallest ones fit around it, and by how
/// many there are.
int extra_room_for(double radius_m, const std::map<float, int>& spheres_of, double margin_m) {
  double all = 0.0;
  for (const auto& [other_m, spheres] : spheres_of)
    all += std::min(max_around(radius_m, other_m, margin_m), static_cast<double>(spheres));
  const double largest = std::min(all, max_around(radius_m, spheres_of.begin()->first, margin_m));
  if (largest <= NearSpheres::max_count) return 0;
  return static_cast<int>(std::min(std::ceil(room_for_overlaps * largest), 1e9)) - ExtraRoom::begin;
}

/// Index of the first extra entry of each sphere, then their total; empty if there are none.
std::vector<int> first_extra(const std::vector<float>& radii_m, float margin_m) {
  if (radii_m.empty()) return {};
  std::map<float, int> spheres_of, room_of;
  for (const float radius_m : radii_m) ++spheres_of[radius_m];
  for (const auto& [radius_m, spheres] : spheres_of)
    room_of[radius_m] = extra_room_for(radius_m, spheres_of, margin_m);
  std::vector<int> first{0};
  for (const float radius_m : radii_m) {
    const long long next = static_cast<long long>(first.back()) + room_of[radius_m];
    first.push_back(next <= max_extra_entries ? static_cast<int>(next) : first.back());
  }
  return first.back() > 0 ? first : std::vector<int>();
}

}  // namespace

SphereLists::SphereLists(const Exec& exec, const std::vector<float>& radii_m, int colliders,
                         bool extra_room)
    : margin_m_(list_margin * smallest_diameter_m(radii_m)),
      rows_(cell_rows_for(count(radii_m), largest_diameter_m(radii_m) + margin_m_)),
      cells_(exec, count(radii_m), rows_.buckets()),
      sorted_(exec, count(radii_m)),
      listed_at_(exec, count(radii_m)),
      stale_(exec, std::vector<int>{1}),
      counts_(exec, count(radii_m)),
      ids_(exec, count(radii_m) * NearSpheres::max_count),
      stretches_(exec, count(radii_m) * ShearSprings::max_slots),
      collider_stretches_(exec, count(radii_m) * std::min(colliders, ShearSprings::max_slots)),
      used_(exec, std::vector<int>(radii_m.size(), 0)),
      collider_used_(exec, std::vector<int>(radii_m.size(), 0)),
      radii_(exec, where_mixed(radii_m)),
      sorted_radii_(exec, radii_.size()) {
  const std::vector<int> first =
      first_extra(extra_room ? where_mixed(radii_m) : std::vector<float>(), margin_m_);
  const int entries = first.empty() ? 0 : first.back();
  extra_first_ = {exec, first};
  extra_ids_ = {exec, entries};
  extra_stretches_ = {exec, entries};
  forget(exec);
}

void SphereLists::update(const Exec& exec, View<const SpherePlace> places, bool body_contacts) {
  launch_branch_if(exec, readable(stale_),
                   [&](const Exec& branch) { rebuild(branch, places, body_contacts); });
}

void SphereLists::rebuild(const Exec& exec, View<const SpherePlace> places, bool body_contacts) {
  if (body_contacts) {
    cells_.sort(exec, "grid", rows_, SpherePosition{places}, readable(stale_));
    launch_only_if(exec, "grid", readable(stale_), sorted_.size(),
                   SortPlaces{readable(cells_.items()), places, readable(radii_), sorted_.view(),
                              sorted_radii_.view()});
  } else {
    cells_.clear(exec, "grid");
  }
  const ListNearSpheres lists{.stale = readable(stale_),
                              .rows = rows_,
                              .reach = reach(),
                              .first = readable(cells_.first()),
                              .items = readable(cells_.items()),
                              .places = places,
                              .sorted = readable(sorted_),
                              .sorted_radii_m = readable(sorted_radii_),
                              .in_cells = body_contacts,
                              .listed_at = listed_at_.view(),
                              .counts = counts_.view(),
                              .ids = ids_.view(),
                              .springs = springs(),
                              .extra_ids = extra_ids_.view()};
  if (exec.backend() == Backend::cuda)
    list_near_spheres_on_cuda(exec, "grid", lists);
  else
    launch_on_host(exec, "grid", listed_at_.size(), lists);
}

NearSpheres SphereLists::near() const {
  return {.rows = rows_,
          .reach = reach(),
          .first = readable(cells_.first()),
          .items = readable(cells_.items()),
          .listed_at = listed_at_.view(),
          .counts = counts_.view(),
          .ids = ids_.view(),
          .extra = extra(),
          .extra_ids = readable(extra_ids_)};
}

std::vector<StoredShear> SphereLists::shear_springs(const Exec& exec) {
  const auto on_host = [&](const auto& buffer) { return buffer.download(exec); };
  const std::vector<int> ids = on_host(ids_), extra_ids = on_host(extra_ids_);
  auto used = on_host(used_), first = on_host(extra_first_);
  auto stretches = on_host(stretches_), more = on_host(extra_stretches_);
  const auto view = [](auto& all) { return View(all.data(), count(all)); };
  const ExtraRoom room{{first.data(), count(first)}};
  const ShearSprings springs{view(stretches), view(used), room, view(more)};
  const int spheres = count(used);
  std::vector<StoredShear> stored;
  for (int i = 0; i < spheres; ++i)
    for (int s = 0; springs.has(s, i); ++s)
      if (springs.in_use(s, i))
        stored.push_back(
            {i, s < NearSpheres::max_count ? ids[s * spheres + i] : extra_ids[room.at(i, s)],
             springs.stretch(s, i).shear_m});
  return stored;
}

void SphereLists::store_rolling(const Exec& exec, bool store) {
  if (store == (rolls_.size() > 0)) return;
  const auto room = [&](const Buffer<glm::vec4>& beside) {
    Buffer<glm::vec4> rolls;
    if (store) rolls.grow(exec, beside.size());
    return rolls;
  };
  rolls_ = room(stretches_);
  collider_rolls_ = room(collider_stretches_);
  extra_rolls_ = room(extra_stretches_);
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
  extra_ids_.zero(exec);
  extra_stretches_.zero(exec);
  rolls_.zero(exec);
  collider_rolls_.zero(exec);
  extra_rolls_.zero(exec);
}

void SphereLists::archive(Archive& archive) {
  archive.state("springs used", used_, Start::zeros);
  archive.state("shear springs", stretches_, Start::zeros);
  archive.state("collider springs used", collider_used_, Start::zeros);
  archive.state("collider shear springs", collider_stretches_, Start::zeros);
  archive.state("extra shear springs", extra_stretches_, Start::zeros);
  archive.state("rolling springs", rolls_, Start::zeros, Size::varies);
  archive.state("collider rolling springs", collider_rolls_, Start::zeros, Size::varies);
  archive.state("extra rolling springs", extra_rolls_, Start::zeros, Size::varies);
  archive.derived("extra near spheres", extra_ids_, Start::zeros);
  archive.derived("stale", stale_);
  archive.derived("listed at", listed_at_, Start::zeros);
  archive.derived("near counts", counts_, Start::zeros);
  archive.derived("near spheres", ids_, Start::zeros);
  archive.scratch(sorted_, radii_, sorted_radii_, extra_first_);
  cells_.archive(archive);
}

}  // namespace limber
