#include "sim/pbd/particle_contacts.h"

#include <bit>

#include "kernels/launch.h"
#include "kernels/pbd/push_apart.h"

namespace limber {

namespace {
constexpr const char* sort_label = "cells";
constexpr const char* push_label = "contacts of bodies";

/// Twice as many buckets as particles: few cells share one.
int buckets_for(const PbdModel& model) {
  return static_cast<int>(std::bit_ceil(2 * model.particles.size() + 1));
}
}  // namespace

ParticleContacts::ParticleContacts(const Exec& exec, const PbdModel& model)
    : rest_(exec, model.particles),
      sorted_(exec, model.particles),
      body_of_particle_(exec, model.body_of_particle),
      cells_(exec, static_cast<int>(model.particles.size()), buckets_for(model)),
      push_(exec, static_cast<int>(model.particles.size())),
      old_push_(exec, static_cast<int>(model.particles.size())) {}

void ParticleContacts::sort(const Exec& exec, View<const Particle> particles, float distance_m) {
  cells_.sort(exec, sort_label, shape(distance_m), ParticlePosition{particles});
}

void ParticleContacts::push_apart(const Exec& exec, View<Particle> particles, View<Particle> before,
                                  float distance_m, float friction) {
  launch(exec, push_label, particles.size,
         GatherSorted{readable(cells_.items()), particles, sorted_.view()});
  launch(exec, push_label, particles.size,
         PushApart{.table = {shape(distance_m), readable(cells_.first()), readable(cells_.items())},
                   .particles = particles,
                   .sorted = sorted_.view(),
                   .before = before,
                   .rest = rest_.view(),
                   .body_of_particle = body_of_particle_.view(),
                   .push = push_.view(),
                   .old_push = old_push_.view(),
                   .distance_m = distance_m,
                   .friction = friction});
  launch(exec, push_label, particles.size,
         ApplyPush{push_.view(), old_push_.view(), particles, before});
}

void ParticleContacts::archive(Archive& archive) {
  archive.scratch(rest_, sorted_, body_of_particle_, push_, old_push_);
  cells_.archive(archive);
}

}  // namespace limber
