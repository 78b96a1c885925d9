#include "sim/pbd/clusters.h"

#include <algorithm>

#include "kernels/launch.h"
#include "sim/mesh/joined.h"

namespace limber {

namespace {

template <class Constraint>
void join_corners(const ColoredConstraints<Constraint>& set, Joined& joined,
                  std::vector<bool>& touched) {
  if (set.colors() <= 0) return;
  for (int i = (*set.first_of_color)[set.first_color]; i < set.first_of_color->back(); ++i) {
    const auto& at = (*set.corners)[i].at;
    for (const int particle : at) {
      touched[particle] = true;
      joined.join(static_cast<unsigned>(at[0]), static_cast<unsigned>(particle));
    }
  }
}

/// Packs components into clusters of an equal share of the particles: enough clusters for every
/// multiprocessor of a large GPU, and none of only a few particles.
std::vector<std::vector<int>> packed(const Components& components) {
  // Not the number of this GPU: clusters must be the same on every backend, for comparison.
  constexpr int multiprocessors = 128;
  int all = 0;
  for (const auto& component : components.particles) all += static_cast<int>(component.size());
  const auto room = static_cast<std::size_t>(
      std::clamp(std::max(components.largest, all / multiprocessors), 1, max_cluster_particles));
  std::vector<std::vector<int>> clusters;
  for (const auto& component : components.particles) {
    if (clusters.empty() || clusters.back().size() + component.size() > room)
      clusters.emplace_back();
    clusters.back().insert(clusters.back().end(), component.begin(), component.end());
  }
  return clusters;
}

}  // namespace

Components components_of(const ColoredSystem& system) {
  Joined joined(static_cast<std::size_t>(system.particles));
  std::vector<bool> touched(system.particles, false);
  join_corners(system.stretch, joined, touched);
  join_corners(system.across, joined, touched);
  join_corners(system.dihedral, joined, touched);
  join_corners(system.volume, joined, touched);
  Components result;
  std::vector<int> component_of_root(system.particles, -1);
  for (int i = 0; i < system.particles; ++i) {
    if (!touched[i]) continue;
    int& component = component_of_root[joined.root(static_cast<unsigned>(i))];
    if (component < 0) {
      component = static_cast<int>(result.particles.size());
      result.particles.emplace_back();
    }
    result.particles[component].push_back(i);
    result.largest = std::max(result.largest, static_cast<int>(result.particles[component].size()));
  }
  return result;
}

Clusters::Clusters(const Exec& exec, const ColoredSystem& system, const Components& components) {
  const std::vector<std::vector<int>> clusters = packed(components);
  count_ = static_cast<int>(clusters.size());
  std::vector<int> cluster_of(system.particles, -1), place_of(system.particles, -1);
  std::vector<int> first_particle{0}, particles;
  for (int k = 0; k < count_; ++k) {
    for (int i = 0; i < static_cast<int>(clusters[k].size()); ++i) {
      cluster_of[clusters[k][i]] = k;
      place_of[clusters[k][i]] = i;
    }
    particles.insert(particles.end(), clusters[k].begin(), clusters[k].end());
    first_particle.push_back(static_cast<int>(particles.size()));
    largest_ = std::max(largest_, static_cast<int>(clusters[k].size()));
  }
  first_particle_ = {exec, first_particle};
  particles_ = {exec, particles};
  sort_in(exec, system.stretch, cluster_of, place_of, stretch_);
  sort_in(exec, system.across, cluster_of, place_of, across_);
  sort_in(exec, system.dihedral, cluster_of, place_of, dihedral_);
  sort_in(exec, system.volume, cluster_of, place_of, volume_);
}

template <class Constraint>
void Clusters::sort_in(const Exec& exec, const ColoredConstraints<Constraint>& from,
                       const std::vector<int>& cluster_of, const std::vector<int>& place_of,
                       Set<Constraint>& set) {
  set.colors = std::max(from.colors(), 0);
  if (set.colors == 0) return;
  const std::vector<int>& first_of_color = *from.first_of_color;
  std::vector<int> first(static_cast<std::size_t>(count_) * set.colors + 1, 0);
  const auto for_each = [&](const auto& visit) {
    for (int color = 0; color < set.colors; ++color)
      for (int i = first_of_color[from.first_color + color];
           i < first_of_color[from.first_color + color + 1]; ++i)
        visit(i, cluster_of[(*from.corners)[i].at[0]] * set.colors + color);
  };
  for_each([&](int, int bin) { ++first[bin + 1]; });
  for (const int size : first) largest_color_ = std::max(largest_color_, size);
  std::partial_sum(first.begin(), first.end(), first.begin());

  std::vector<int> next(first.begin(), first.end() - 1);
  std::vector<LocalCorners<Constraint::corners>> corners(first.back());
  std::vector<float> rest(first.back());
  for_each([&](int i, int bin) {
    const int place = next[bin]++;
    for (int k = 0; k < Constraint::corners; ++k)
      corners[place].at[k] = static_cast<std::uint16_t>(place_of[(*from.corners)[i].at[k]]);
    rest[place] = (*from.rest)[i];
  });
  set.first = {exec, first};
  set.corners = {exec, corners};
  set.rest = {exec, rest};
}

template <class Constraint>
ClusterColors<Constraint> Clusters::view_of(const Set<Constraint>& set, const Softness& softness) {
  // A stiffness of 0 switches a type off.
  const int colors = softness.stiffness > 0.0f ? set.colors : 0;
  return {set.first.view(), set.corners.view(), set.rest.view(), colors, softness};
}

void Clusters::project(const Exec& exec, const char* label, View<Particle> particles,
                       const ClusterSoftness& softness, int iterations) const {
  if (empty() || iterations < 1) return;
  const ProjectCluster work{.system = {.first_particle = first_particle_.view(),
                                       .particles = particles_.view(),
                                       .stretch = view_of(stretch_, softness.stretch),
                                       .across = view_of(across_, softness.across),
                                       .dihedral = view_of(dihedral_, softness.dihedral),
                                       .volume = view_of(volume_, softness.volume)},
                            .particles = particles,
                            .iterations = iterations};
  if (exec.backend() != Backend::cuda) {
    launch_on_host(exec, label, count_, work);
    return;
  }
  const int threads = std::clamp((largest_color_ + 31) / 32 * 32, 64, 1024);
  launch_clusters_on_cuda(exec, label, threads, largest_, work);
}

void Clusters::archive(Archive& archive) {
  archive.scratch(first_particle_, particles_);
  const auto add = [&](auto& set) { archive.scratch(set.first, set.corners, set.rest); };
  add(stretch_);
  add(across_);
  add(dihedral_);
  add(volume_);
}

}  // namespace limber
