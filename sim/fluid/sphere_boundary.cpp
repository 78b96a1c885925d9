// Akinci, Ihmsen, Akinci, Solenthaler and Teschner, "Versatile Rigid-Fluid Coupling for
// Incompressible SPH" (2012).

#include "sim/fluid/sphere_boundary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "kernels/cell_grid.h"
#include "kernels/error.h"
#include "kernels/launch.h"
#include "sim/fluid/sphere_map.h"
#include "sim/mesh/box_tree.h"

namespace limber {

namespace {

const char* const label = "spheres";

/// In which impulses are counted, as speeds of a particle.
constexpr float quantum_m_s = 1e-7f;
/// In which gradients are counted, over one by the support.
constexpr float push_quantum = 1e-6f;

/// Smaller spheres than that are more than a particle's list has room for.
constexpr float min_sphere_spacings = 0.7f;

struct Fillings {
  std::vector<SphereFilling> of_spheres;
  std::vector<glm::vec2> maps;
};

/// Bodies of a kind follow each other and are as full.
Fillings fillings_of(const std::vector<SphereOnBody>& spheres, const SplineKernel& kernel) {
  Fillings all;
  std::map<float, int> map_of_radius;
  std::vector<glm::vec3> centers_m;
  std::vector<float> fullness;
  float radius_m = 0.0f, pushed = 1.0f;
  for (auto first = spheres.begin(); first != spheres.end();) {
    const auto last = std::find_if(first, spheres.end(), [&](const SphereOnBody& sphere) {
      return sphere.body != first->body;
    });
    std::vector<glm::vec3> own_m;
    for (auto sphere = first; sphere != last; ++sphere) own_m.push_back(sphere->center_m);
    if (own_m != centers_m || first->radius_m != radius_m) {
      centers_m = own_m;
      radius_m = first->radius_m;
      fullness = fullness_of(kernel, centers_m, radius_m);
      // As a ball that displaces as much.
      const float balls = std::accumulate(fullness.begin(), fullness.end(), 0.0f);
      pushed = pushed_of(kernel, radius_m * std::cbrt(balls));
    }
    const auto [map, is_new] =
        map_of_radius.try_emplace(radius_m, static_cast<int>(map_of_radius.size()));
    if (is_new)
      for (const glm::vec2& value : sphere_map(kernel, radius_m)) all.maps.push_back(value);
    for (const float full : fullness) all.of_spheres.push_back({map->second, full, pushed});
    first = last;
  }
  return all;
}

std::vector<SphereOnBody> spheres_of(const std::vector<Immersible*>& bodies) {
  std::vector<SphereOnBody> all;
  int first_body = 0;
  for (const Immersible* some : bodies) {
    for (SphereOnBody sphere : some->immersed_spheres()) {
      sphere.body += first_body;
      all.push_back(sphere);
    }
    first_body = all.back().body + 1;
  }
  return all;
}

float largest_radius_m(const std::vector<SphereOnBody>& spheres) {
  return std::ranges::max_element(spheres, {}, &SphereOnBody::radius_m)->radius_m;
}

}  // namespace

SphereBoundary::SphereBoundary(const Exec& exec, const std::vector<Immersible*>& bodies,
                               const FluidTraits& traits, int particles)
    : bodies_(bodies),
      traits_(traits),
      rows_(cell_rows_for(static_cast<int>(spheres_of(bodies).size()),
                          largest_radius_m(spheres_of(bodies)) + traits.kernel.support_m)),
      cells_(exec, static_cast<int>(spheres_of(bodies).size()), rows_.buckets()),
      counts_(exec, particles),
      drags_(exec, particles) {
  int first = 0;
  for (Immersible* some : bodies) {
    const int own = static_cast<int>(some->immersed_spheres().size());
    parts_.push_back({some, first, own});
    first += own;
  }
  const Fillings fillings = fillings_of(spheres_of(bodies), traits.kernel);
  spheres_ = {exec, first};
  fillings_ = {exec, fillings.of_spheres};
  maps_ = {exec, fillings.maps};
  velocities_m_s_ = {exec, first};
  impulses_ = {exec, first};
  pushes_ = {exec, first};
  gives_per_kg_m_ = {exec, first};
}

void SphereBoundary::archive(Archive& archive) {
  cells_.archive(archive);
  archive.scratch(spheres_, fillings_, maps_, velocities_m_s_, impulses_, pushes_, gives_per_kg_m_,
                  counts_, drags_);
}

SphereImpulses SphereBoundary::impulses() { return {impulses_.view(), mass_kg_ * quantum_m_s}; }

SphereImpulses SphereBoundary::impulses(const Part& part) {
  return {impulses_.view().part(part.first, part.count), mass_kg_ * quantum_m_s};
}

ImmersedSpheres SphereBoundary::view() {
  return {.spheres = readable(spheres_),
          .fillings = readable(fillings_),
          .maps = readable(maps_),
          .velocities_m_s = readable(velocities_m_s_),
          .impulses = impulses(),
          .counts = counts_.view(),
          .drags = drags_.view()};
}

void SphereBoundary::launch_begin(const Exec& exec, float mass_kg) {
  mass_kg_ = mass_kg;
  for (const Part& part : parts_)
    part.bodies->launch_show_spheres(spheres_.view().part(part.first, part.count));
  launch(exec, label, spheres_.size(),
         ForgetImpulses{readable(spheres_), impulses(), velocities_m_s_.view()});
}

void SphereBoundary::launch_find(const Exec& exec, const SortedFluid& fluid, View<FluidTally> tally,
                                 bool alone, float wear) {
  const SpherePushes pushes{pushes_.view(), push_quantum / traits_.kernel.support_m};
  cells_.sort(exec, label, rows_, ImmersedPosition{readable(spheres_)});
  launch(exec, label, spheres_.size(), ForgetPushes{pushes});
  launch(exec, label, counts_.size(),
         FindNearSpheres{rows_, readable(cells_.first()), readable(cells_.items()), fluid, pushes,
                         tally, alone});
  for (const Part& part : parts_)
    part.bodies->launch_share_pushes(
        readable(spheres_).part(part.first, part.count),
        {pushes.sums.part(part.first, part.count), pushes.quantum_per_m},
        gives_per_kg_m_.view().part(part.first, part.count));
  launch(exec, label, counts_.size(), WeighNearSpheres{fluid, drag(wear)});
}

void SphereBoundary::launch_drag(const Exec& exec, const SortedFluid& fluid,
                                 View<const glm::vec4> velocities_m_s, float wear) {
  launch(exec, label, counts_.size(), DragSpheres{fluid, velocities_m_s, drag(wear)});
}

void SphereBoundary::launch_try() {
  for (const Part& part : parts_)
    part.bodies->launch_try_impulses(readable(spheres_).part(part.first, part.count),
                                     impulses(part),
                                     velocities_m_s_.view().part(part.first, part.count));
}

void SphereBoundary::launch_carry(const Exec& exec, float dt_s) {
  launch(exec, label, spheres_.size(),
         CarrySpheres{readable(velocities_m_s_), spheres_.view(), dt_s});
}

void SphereBoundary::launch_end() {
  for (const Part& part : parts_) part.bodies->launch_take_impulses(impulses(part));
}

void SphereBoundary::check_start(const Exec& exec, const std::vector<Particle>& particles,
                                 float spacing_m) {
  for (const Part& part : parts_)
    part.bodies->launch_show_spheres(spheres_.view().part(part.first, part.count));
  const std::vector<ImmersedSphere> spheres = spheres_.download(exec);
  const auto [least, most] = std::ranges::minmax(
      spheres, {}, [](const ImmersedSphere& sphere) { return sphere.radius_m; });
  if (2.0f * least.radius_m < min_sphere_spacings * spacing_m)
    throw Error(
        ExitCode::bad_input,
        fmt::format("a fluid with a spacing_m of {:g} is too coarse for bodies of spheres "
                    "of a diameter of {:g} m: at most {:.3g} would do",
                    spacing_m, 2.0f * least.radius_m, 2.0f * least.radius_m / min_sphere_spacings));
  const float cell_m = most.radius_m;
  std::vector<std::pair<std::array<int, 3>, int>> by_cell;
  const auto key_of = [](const glm::ivec3& cell) { return std::array{cell.x, cell.y, cell.z}; };
  Box box;
  for (int k = 0; const ImmersedSphere& sphere : spheres) {
    by_cell.emplace_back(key_of(cell_at(sphere.center_m, cell_m)), k++);
    box.add(sphere.center_m - cell_m);
    box.add(sphere.center_m + cell_m);
  }
  std::ranges::sort(by_cell);
  for (const Particle& particle : particles) {
    const glm::vec3 x = particle.position_m;
    if (!box.meets({x, x})) continue;
    for (int n = 0; n < 27; ++n) {
      const glm::ivec3 beside(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
      const auto [first, last] =
          std::ranges::equal_range(by_cell, key_of(cell_at(x, cell_m) + beside), {},
                                   [](const auto& at) { return at.first; });
      for (auto at = first; at != last; ++at)
        if (glm::distance(x, spheres[at->second].center_m) < spheres[at->second].radius_m)
          throw Error(ExitCode::bad_input,
                      fmt::format("a body of spheres begins in the fluid, at ({:.3g}, {:.3g}, "
                                  "{:.3g}) m: move them apart",
                                  x.x, x.y, x.z));
    }
  }
}

}  // namespace limber
