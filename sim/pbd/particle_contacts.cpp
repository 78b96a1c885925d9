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
      bucket_of_particle_(exec, static_cast<int>(model.particles.size())),
      first_(exec, buckets_for(model) + 1),
      next_(exec, buckets_for(model)),
      unsorted_(exec, static_cast<int>(model.particles.size())),
      items_(exec, static_cast<int>(model.particles.size())),
      push_(exec, static_cast<int>(model.particles.size())),
      old_push_(exec, static_cast<int>(model.particles.size())),
      scan_(exec, buckets_for(model) + 1) {}

void ParticleContacts::sort(const Exec& exec, View<const Particle> particles, float distance_m) {
  using Count = CountCells<ParticlePosition>;
  launch(exec, sort_label, first_.size(), ClearCounts{first_.view()});
  launch(exec, sort_label, particles.size,
         Count{shape(distance_m), {particles}, bucket_of_particle_.view(), first_.view()});
  scan_.run(exec, sort_label, first_.view());
  launch(exec, sort_label, next_.size(), CopyInts{first_.view(), next_.view()});
  launch(exec, sort_label, particles.size,
         FillCells{bucket_of_particle_.view(), next_.view(), unsorted_.view()});
  launch(exec, sort_label, particles.size,
         RankInBucket{first_.view(), bucket_of_particle_.view(), unsorted_.view(), items_.view()});
}

void ParticleContacts::push_apart(const Exec& exec, View<Particle> particles, View<Particle> before,
                                  float distance_m, float friction) {
  launch(exec, push_label, particles.size, GatherSorted{items_.view(), particles, sorted_.view()});
  launch(exec, push_label, particles.size,
         PushApart{.table = {shape(distance_m), first_.view(), items_.view()},
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

void ParticleContacts::move(const Exec& from, const Exec& to) {
  rest_.move(from, to);
  sorted_.move(from, to);
  body_of_particle_.move(from, to);
  bucket_of_particle_.move(from, to);
  first_.move(from, to);
  next_.move(from, to);
  unsorted_.move(from, to);
  items_.move(from, to);
  push_.move(from, to);
  old_push_.move(from, to);
  scan_.move(from, to);
}

}  // namespace limber
