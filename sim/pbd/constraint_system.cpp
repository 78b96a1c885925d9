// [Fratarcangeli13, sections 3 and 5.1].

#include "sim/pbd/constraint_system.h"

#include <algorithm>
#include <cmath>

#include "kernels/launch.h"
#include "sim/mesh/topology.h"

namespace limber {

namespace {

template <class Constraint>
void append_corners(const ConstraintSet<Constraint>& set, std::vector<int>& corners) {
  for (const auto& c : set.corners())
    corners.insert(corners.end(), c.at, c.at + Constraint::corners);
}

/// Costs in microseconds, measured on an H200: of a colour with its own launch, of launching the
/// clusters, which includes loading and storing particles, and of a colour in a cluster.
constexpr double launched_color_us = 1.0;
constexpr double cluster_us = 3.0;
double cluster_color_us(int constraints_in_cluster) {
  return 0.12 + 0.08 * static_cast<double>(constraints_in_cluster) / 512.0;
}

/// The first colour of the tail that is cheapest to solve in clusters; set.colors() if none is.
template <class Constraint>
int first_tail_color(int particles, const ConstraintSet<Constraint>& set, ColoredSystem& system,
                     ColoredConstraints<Constraint>& part) {
  int best = set.colors();
  double best_us = launched_color_us * set.colors();
  for (int first = set.colors() - 1; first >= 0; --first) {
    part = set.colored(first);
    const Components components = components_of(system);
    if (components.largest > max_cluster_particles) break;
    // A cluster that holds a share of the particles holds that share of each colour.
    double us = launched_color_us * first + cluster_us;
    const double share = static_cast<double>(components.largest) / particles;
    for (int color = first; color < set.colors(); ++color)
      us += cluster_color_us(static_cast<int>(
          share * (set.first_of_color()[color + 1] - set.first_of_color()[color])));
    if (us >= best_us) continue;
    best_us = us;
    best = first;
  }
  return best;
}

}  // namespace

ConstraintSystem::ConstraintSystem(const Exec& exec, const PbdModel& model)
    : particles_(static_cast<int>(model.particles.size())),
      stretch_(exec, "stretch", particles_, model.stretch),
      across_(exec, "bending", particles_, model.across),
      dihedral_(exec, "dihedral", particles_, model.dihedral),
      volume_(exec, "volume", particles_, model.volume),
      slots_(exec, stretch_.slots() + across_.slots() + dihedral_.slots() + volume_.slots()) {
  std::vector<int> particle_of_slot;
  append_corners(stretch_, particle_of_slot);
  append_corners(across_, particle_of_slot);
  append_corners(dihedral_, particle_of_slot);
  append_corners(volume_, particle_of_slot);
  const Lists slots_at = elements_at(particles_, particle_of_slot, 1);
  slots_of_particle_first_ = {exec, slots_at.first};
  slots_of_particle_ = {exec, slots_at.items};
  make_clusters(exec);
}

void ConstraintSystem::list(PbdModel& model) const {
  model.stretch = stretch_.list();
  model.across = across_.list();
  model.dihedral = dihedral_.list();
  model.volume = volume_.list();
}

void ConstraintSystem::make_clusters(const Exec& exec) {
  const ColoredSystem all{particles_, stretch_.colored(), across_.colored(), dihedral_.colored(),
                          volume_.colored()};
  const Components bodies = components_of(all);
  if (bodies.largest <= max_cluster_particles) bodies_ = Clusters(exec, all, bodies);
  const auto make_tail = [&](const auto& set, auto ColoredSystem::*part, Tail& tail) {
    ColoredSystem system{.particles = particles_};
    tail.first_color = set.colors();
    if (!bodies_.empty()) return;
    tail.first_color = first_tail_color(particles_, set, system, system.*part);
    if (tail.first_color == set.colors()) return;
    system.*part = set.colored(tail.first_color);
    tail.clusters = Clusters(exec, system, components_of(system));
  };
  make_tail(stretch_, &ColoredSystem::stretch, tails_[0]);
  make_tail(across_, &ColoredSystem::across, tails_[1]);
  make_tail(dihedral_, &ColoredSystem::dihedral, tails_[2]);
  make_tail(volume_, &ColoredSystem::volume, tails_[3]);
}

template <class System, class Visit>
void ConstraintSystem::for_each_set(System& system, const Visit& visit) {
  visit(system.stretch_, &ClusterSoftness::stretch, 0);
  visit(system.across_, &ClusterSoftness::across, 1);
  visit(system.dihedral_, &ClusterSoftness::dihedral, 2);
  visit(system.volume_, &ClusterSoftness::volume, 3);
}

namespace {

ClusterSoftness softness_of(const PbdSettings& s, PbdMethod method, float substep_s) {
  if (method == PbdMethod::xpbd) {
    const float over_dt2 = 1.0f / (substep_s * substep_s);
    return {{1.0f, s.stretch_compliance_m_N * over_dt2},
            {1.0f, s.across_compliance_m_N * over_dt2},
            {1.0f, s.dihedral_compliance_rad_Nm * over_dt2},
            {1.0f, s.volume_compliance_m5_N * over_dt2, s.volume_scale}};
  }
  return {{s.stretch_stiffness},
          {s.bending_stiffness},
          {s.bending_stiffness},
          {s.volume_stiffness, 0.0f, s.volume_scale}};
}

}  // namespace

void ConstraintSystem::solve(const Exec& exec, View<Particle> particles,
                             const PbdSettings& settings, PbdMethod method, float substep_s,
                             int iterations) {
  const ClusterSoftness softness = softness_of(settings, method, substep_s);
  if (method == PbdMethod::jacobi) {
    for (int i = 0; i < iterations; ++i)
      solve_jacobi(exec, particles, softness, settings.jacobi_relaxation);
    return;
  }
  const bool on_gpu = exec.backend() == Backend::cuda;
  // With fewer than three bodies per thread, some threads would wait for others.
  const bool enough =
      on_gpu || (exec.backend() == Backend::tbb && bodies_.count() >= 3 * exec.threads());
  if (settings.clusters && enough && !bodies_.empty()) {
    bodies_.project(exec, "bodies", particles, softness, iterations);
    return;
  }
  for (int i = 0; i < iterations; ++i)
    solve_colors(exec, particles, softness, settings.clusters && on_gpu);
}

void ConstraintSystem::solve_colors(const Exec& exec, View<Particle> particles,
                                    const ClusterSoftness& softness, bool clusters) const {
  for_each_set(*this, [&](const auto& set, Softness ClusterSoftness::*which, int type) {
    if (!((softness.*which).stiffness > 0.0f)) return;
    const Tail& tail = tails_[type];
    set.project(exec, particles, softness.*which, clusters ? tail.first_color : set.colors());
    if (clusters) tail.clusters.project(exec, set.label(), particles, softness, 1);
  });
}

void ConstraintSystem::solve_jacobi(const Exec& exec, View<Particle> particles,
                                    const ClusterSoftness& softness, float relaxation) {
  int first = 0;
  // The slots of types that are switched off are not written, so their range is empty.
  JacobiAverage average{slots_of_particle(), slots_.view(), particles, relaxation, {}};
  for_each_set(*this, [&](const auto& set, Softness ClusterSoftness::*which, int type) {
    const bool on = (softness.*which).stiffness > 0.0f;
    average.slots_of_type[type] = {first, on ? first + set.slots() : first};
    if (on)
      set.correct_into(exec, particles, slots_.view().part(first, set.slots()), softness.*which);
    first += set.slots();
  });
  launch(exec, "average", particles.size, average);
}

void ConstraintSystem::measure(const Exec& exec, View<const Particle> particles,
                               const PbdSettings& settings, ResidualSums* sums) {
  for_each_set(*this, [&](auto& set, Softness ClusterSoftness::*, int type) {
    const bool is_volume = type == 3;
    set.sum_squares(exec, particles, is_volume ? settings.volume_scale : 1.0f,
                    {sums->of_type + type, 1});
  });
}

std::map<std::string, double> ConstraintSystem::residuals(const ResidualSums& sums) const {
  std::map<std::string, double> result;
  for_each_set(*this, [&](const auto& set, Softness ClusterSoftness::*, int type) {
    if (set.size() > 0) result[set.label()] = std::sqrt(sums.of_type[type] / set.size());
  });
  return result;
}

std::vector<ConstraintCount> ConstraintSystem::counts() const {
  std::vector<ConstraintCount> result;
  for_each_set(*this, [&](const auto& set, Softness ClusterSoftness::*, int type) {
    if (set.size() > 0 || type == 0) result.push_back(set.count());
  });
  return result;
}

std::vector<ConstraintLines> ConstraintSystem::lines(int first_vertex) const {
  std::vector<ConstraintLines> result;
  for_each_set(*this, [&](const auto& set, Softness ClusterSoftness::*, int) {
    if (set.size() > 0) result.push_back(set.lines(first_vertex));
  });
  return result;
}

void ConstraintSystem::archive(Archive& archive) {
  for_each_set(*this, [&](auto& set, Softness ClusterSoftness::*, int) { set.archive(archive); });
  archive.scratch(slots_of_particle_first_, slots_of_particle_, slots_);
  bodies_.archive(archive);
  for (Tail& tail : tails_) tail.clusters.archive(archive);
}

}  // namespace limber
