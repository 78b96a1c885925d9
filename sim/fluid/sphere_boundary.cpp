// [Akinci12].

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
#include "sim/count.h"
#include "sim/fluid/sphere_map.h"
#include "sim/mesh/box_tree.h"

namespace limber {

namespace {

const char* const spheres_label = "spheres";

/// Fixed-point unit of impulses, as a speed of a particle.
constexpr float quantum_m_s = 1e-7f;
/// Fixed-point unit of gradients, times the support.
constexpr float push_quantum = 1e-6f;

/// Min. diameter of spheres: with smaller ones, a particle's list might overflow.
constexpr float min_sphere_spacings = 0.7f;

struct Fillings {
  std::vector<SphereFilling> of_spheres;
  std::vector<glm::vec2> maps;
};

/// The filling of all bodies of the same shape.
struct FilledKind {
  std::vector<glm::vec3> centers_m;
  float radius_m;
  std::vector<float> fullness;
  float pushed;
};

FilledKind kind_of(const ImmersedBalls& balls, int first, int last, const SplineKernel& kernel) {
  FilledKind kind{.radius_m = balls.spheres[first].radius_m};
  for (int k = first; k < last; ++k) kind.centers_m.push_back(balls.spheres[k].center_m);
  if (balls.fullness.empty()) {
    kind.fullness = fullness_of(kernel, kind.centers_m, kind.radius_m);
    // As for a ball that displaces the same volume.
    const float full = std::accumulate(kind.fullness.begin(), kind.fullness.end(), 0.0f);
    kind.pushed = pushed_of(kernel, kind.radius_m * std::cbrt(full));
  } else {
    kind.fullness.assign(balls.fullness.begin() + first, balls.fullness.begin() + last);
    kind.pushed = pushed_of(kernel, kind.centers_m, kind.radius_m, kind.fullness);
  }
  return kind;
}

/// Adds the fillings of one system.
void add_fillings(Fillings& all, std::map<float, int>& map_of_radius, const ImmersedBalls& balls,
                  const FluidTraits& traits, float spacing_m) {
  const SplineKernel& kernel = traits.kernel;
  // Particles at the surface of a filled body see the same share of the density as at a wall.
  const float share = balls.fullness.empty()
                          ? 1.0f
                          : kernel.behind_plane(0.5f * spacing_m + traits.wall_back_m) /
                                kernel.behind_plane(0.5f * spacing_m);
  const std::vector<SphereOnBody>& spheres = balls.spheres;
  std::vector<FilledKind> kinds;
  for (int first = 0, last = 0; first < count(spheres); first = last) {
    while (last < count(spheres) && spheres[last].body == spheres[first].body) ++last;
    const auto is_like = [&](const FilledKind& kind) {
      return kind.radius_m == spheres[first].radius_m &&
             std::equal(kind.centers_m.begin(), kind.centers_m.end(), spheres.begin() + first,
                        spheres.begin() + last,
                        [](const glm::vec3& x, const SphereOnBody& s) { return x == s.center_m; });
    };
    auto kind = std::ranges::find_if(kinds, is_like);
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), kind_of(balls, first, last, kernel));
    const auto [map, is_new] = map_of_radius.try_emplace(kind->radius_m, count(map_of_radius));
    if (is_new)
      for (const glm::vec2& value : sphere_map(kernel, kind->radius_m)) all.maps.push_back(value);
    for (const float full : kind->fullness)
      all.of_spheres.push_back({map->second, full * share, kind->pushed / share});
  }
}

int spheres_of(const std::vector<Immersible*>& bodies, float spacing_m) {
  int all = 0;
  for (Immersible* some : bodies) all += count(some->immersed_balls(spacing_m).spheres);
  return all;
}

float largest_radius_m(const std::vector<Immersible*>& bodies, float spacing_m) {
  float largest = 0.0f;
  for (Immersible* some : bodies)
    for (const SphereOnBody& sphere : some->immersed_balls(spacing_m).spheres)
      largest = std::max(largest, sphere.radius_m);
  return largest;
}

}  // namespace

SphereBoundary::SphereBoundary(const Exec& exec, const std::vector<Immersible*>& bodies,
                               const FluidTraits& traits, float spacing_m, int particles)
    : bodies_(bodies),
      traits_(traits),
      rows_(cell_rows_for(spheres_of(bodies, spacing_m),
                          largest_radius_m(bodies, spacing_m) + traits.kernel.support_m)),
      cells_(exec, spheres_of(bodies, spacing_m), rows_.buckets()),
      near_(exec, ListPlaces::size(particles)),
      counts_(exec, particles),
      drags_(exec, particles) {
  Fillings fillings;
  std::map<float, int> map_of_radius;
  int spheres = 0, all_bodies = 0;
  for (Immersible* some : bodies) {
    const ImmersedBalls& balls = some->immersed_balls(spacing_m);
    const int own = balls.spheres.back().body + 1;
    parts_.push_back({some, spheres, count(balls.spheres), all_bodies, own});
    spheres += count(balls.spheres);
    all_bodies += own;
    add_fillings(fillings, map_of_radius, balls, traits, spacing_m);
  }
  spheres_ = {exec, spheres};
  fillings_ = {exec, fillings.of_spheres};
  maps_ = {exec, fillings.maps};
  velocities_m_s_ = {exec, spheres};
  impulses_ = {exec, spheres};
  pushes_ = {exec, spheres};
  inverse_mass_per_kg_m_ = {exec, spheres};
  linear_ = {exec, all_bodies};
  angular_ = {exec, all_bodies};
  body_pushes_ = {exec, all_bodies};
}

void SphereBoundary::archive(Archive& archive) {
  cells_.archive(archive);
  archive.scratch(spheres_, fillings_, maps_, velocities_m_s_, impulses_, pushes_,
                  inverse_mass_per_kg_m_, linear_, angular_, body_pushes_, near_, counts_, drags_);
}

SphereImpulses SphereBoundary::impulses() { return {impulses_.view(), mass_kg_ * quantum_m_s}; }

BodyImpulses SphereBoundary::body_impulses() {
  const float quantum_N_s = mass_kg_ * quantum_m_s;
  return {linear_.view(), angular_.view(), quantum_N_s, quantum_N_s * traits_.kernel.support_m};
}

BodyImpulses SphereBoundary::body_impulses(const Part& part) {
  BodyImpulses own = body_impulses();
  own.linear = own.linear.part(part.first_body, part.count);
  own.angular = own.angular.part(part.first_body, part.count);
  return own;
}

ImmersedSpheres SphereBoundary::view() {
  return {.spheres = readable(spheres_),
          .fillings = readable(fillings_),
          .maps = readable(maps_),
          .velocities_m_s = readable(velocities_m_s_),
          .impulses = impulses(),
          .items = near_.view(),
          .counts = counts_.view(),
          .drags = drags_.view()};
}

void SphereBoundary::launch_show() {
  for (const Part& part : parts_)
    part.bodies->launch_show_spheres(spheres_.view().part(part.first_sphere, part.spheres),
                                     part.first_body);
}

void SphereBoundary::launch_begin(const Exec& exec, float mass_kg, float dt_s) {
  mass_kg_ = mass_kg;
  dt_s_ = dt_s;
  launch_show();
  launch(exec, spheres_label, spheres_.size(),
         ForgetImpulses{readable(spheres_), impulses(), body_impulses(), velocities_m_s_.view()});
}

void SphereBoundary::launch_find(const Exec& exec, const SortedFluid& fluid,
                                 View<FluidTally> tally) {
  const SpherePushes pushes{pushes_.view(), push_quantum / traits_.kernel.support_m};
  const BodyPushes of_bodies{body_pushes_.view(), pushes.quantum_per_m / std::sqrt(mass_kg_)};
  cells_.sort(exec, spheres_label, rows_, ImmersedPosition{readable(spheres_)});
  launch(exec, spheres_label, spheres_.size(), ForgetPushes{pushes, body_pushes_.view()});
  launch(exec, spheres_label, counts_.size(),
         FindNearSpheres{rows_, readable(cells_.first()), readable(cells_.items()), fluid, pushes,
                         tally});
  launch(exec, spheres_label, spheres_.size(), AddPushes{readable(spheres_), pushes, of_bodies});
  launch(exec, spheres_label, spheres_.size(),
         SharePushes{readable(spheres_), of_bodies, inverse_mass_per_kg_m_.view()});
}

void SphereBoundary::launch_weigh(const Exec& exec, const SortedFluid& fluid, float wear) {
  launch(exec, spheres_label, counts_.size(), WeighNearSpheres{fluid, drag(wear)});
}

void SphereBoundary::launch_drag(const Exec& exec, const SortedFluid& fluid,
                                 View<const glm::vec4> velocities_m_s, float wear) {
  launch(exec, spheres_label, counts_.size(), DragSpheres{fluid, velocities_m_s, drag(wear)});
}

void SphereBoundary::launch_try(const Exec& exec) {
  launch(exec, spheres_label, spheres_.size(),
         AddToBodies{readable(spheres_), impulses(), body_impulses()});
  for (const Part& part : parts_)
    part.bodies->launch_try_impulses(readable(spheres_).part(part.first_sphere, part.spheres),
                                     body_impulses(part),
                                     velocities_m_s_.view().part(part.first_sphere, part.spheres));
}

void SphereBoundary::launch_carry(const Exec& exec, float dt_s) {
  launch(exec, spheres_label, spheres_.size(),
         CarrySpheres{readable(velocities_m_s_), spheres_.view(), dt_s});
}

void SphereBoundary::launch_end(const Exec& exec) {
  launch(exec, spheres_label, spheres_.size(),
         AddToBodies{readable(spheres_), impulses(), body_impulses()});
  for (const Part& part : parts_)
    part.bodies->launch_take_impulses(
        body_impulses(part), readable(body_pushes_).part(part.first_body, part.count), dt_s_);
}

void SphereBoundary::check_start(const Exec& exec, const std::vector<Particle>& particles,
                                 float spacing_m) {
  launch_show();
  const std::vector<ImmersedSphere> spheres = spheres_.download(exec);
  const auto [least, largest] = std::ranges::minmax(
      spheres, {}, [](const ImmersedSphere& sphere) { return sphere.radius_m; });
  if (2.0f * least.radius_m < min_sphere_spacings * spacing_m)
    throw Error(
        ExitCode::bad_input,
        fmt::format("a fluid with a spacing_m of {:g} is too coarse for bodies made of, or filled "
                    "with, spheres {:g} m wide: set at most {:.3g}",
                    spacing_m, 2.0f * least.radius_m, 2.0f * least.radius_m / min_sphere_spacings));
  const float cell_m = largest.radius_m;
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
                      fmt::format("a rigid body begins in the fluid, at ({:.3g}, {:.3g}, "
                                  "{:.3g}) m: move them apart",
                                  x.x, x.y, x.z));
    }
  }
}

}  // namespace limber
