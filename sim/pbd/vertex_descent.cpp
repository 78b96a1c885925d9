#include "sim/pbd/vertex_descent.h"

#include <utility>

#include "kernels/launch.h"
#include "kernels/pbd/descend_lanes.h"
#include "sim/coloring.h"

namespace limber {

namespace {

constexpr const char* label = "descent";

}  // namespace

VertexDescent::VertexDescent(const Exec& exec, int particles, const Lists& corners)
    : multipliers_(exec, std::vector<float>(corners.first.size() - 1, 0.0f)),
      multipliers_on_trial_(exec, static_cast<int>(corners.first.size()) - 1),
      inertial_m_(exec, particles),
      left_m_(exec, particles) {
  Coloring coloring = color_particles(particles, corners);
  first_of_color_ = std::move(coloring.first);
  vertices_ = {exec, coloring.order};
}

void VertexDescent::forget(const Exec& exec) { multipliers_.zero(exec); }

void VertexDescent::begin(const Exec& exec, View<const Particle> particles, bool on_trial) {
  Buffer<float>& multipliers = on_trial ? multipliers_on_trial_ : multipliers_;
  launch(exec, label, particles.size + multipliers_.size(),
         BeginDescending{particles, inertial_m_.view(), left_m_.view(), readable(multipliers_),
                         multipliers.view(), kept_share});
}

void VertexDescent::iterate(const Exec& exec, const DescentConstraints& all,
                            View<Particle> particles, int iterations, bool on_trial) {
  const View<float> multipliers = (on_trial ? multipliers_on_trial_ : multipliers_).view();
  int first = 0;
  const auto part_for = [&](const auto& constraints) {
    const int count = constraints.rest.size;
    return multipliers.part(std::exchange(first, first + count), count);
  };
  const View<float> stretch = part_for(all.stretch), across = part_for(all.across),
                    dihedral = part_for(all.dihedral), volume = part_for(all.volume);
  DescendVertices descend{.vertices = {},
                          .slots_of_particle = all.slots_of_particle,
                          .stretch = {all.stretch, stretch, all.pull_of_stretch},
                          .across = {all.across, across, all.pull_of_across},
                          .dihedral = {all.dihedral, dihedral, all.pull_of_dihedral},
                          .volume = {all.volume, volume, all.pull_of_volume},
                          .inertial_m = readable(inertial_m_),
                          .particles = particles};
  launch(exec, label, particles.size,
         TakeOuterMoves{particles, inertial_m_.view(), readable(left_m_)});
  for (int i = 0; i < iterations; ++i) {
    for (int c = 0; c < colors(); ++c) {
      const int count = first_of_color_[c + 1] - first_of_color_[c];
      descend.vertices = readable(vertices_).part(first_of_color_[c], count);
      launch_descend(exec, label, descend);
    }
    const auto update = [&]<class Constraint>(const ConstraintData<Constraint>& constraints,
                                              View<float> part, const Pull& pull) {
      launch(exec, label, part.size,
             UpdateMultipliers<Constraint>{constraints, particles, part, pull});
    };
    update(all.stretch, stretch, all.pull_of_stretch);
    update(all.across, across, all.pull_of_across);
    update(all.dihedral, dihedral, all.pull_of_dihedral);
    update(all.volume, volume, all.pull_of_volume);
  }
  launch(exec, label, particles.size, LeaveParticles{particles, left_m_.view()});
}

void VertexDescent::archive(Archive& archive) {
  archive.scratch(vertices_, multipliers_on_trial_, inertial_m_, left_m_);
  archive.derived("multipliers", multipliers_, Start::zeros);
}

}  // namespace limber
