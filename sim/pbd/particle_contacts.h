#pragma once

#include "kernels/buffer.h"
#include "kernels/cell_grid.h"
#include "kernels/pbd/particle.h"
#include "sim/archive.h"
#include "sim/cell_lists.h"
#include "sim/pbd/model.h"

namespace limber {

/// Contacts of particles with each other through a hashed grid: cloth on cloth, cloth on itself.
/// Particles that are neighbours at rest never push each other.
class ParticleContacts {
 public:
  ParticleContacts(const Exec& exec, const PbdModel& model);

  /// Sorts the particles into cells, once a step; distances up to `distance_m` are found later,
  /// as long as particles move less than a tenth of it in between.
  void sort(const Exec& exec, View<const Particle> particles, float distance_m);
  /// Pushes apart what is nearer than the distance. before: positions at the start of the step,
  /// which follow where they overlapped already.
  void push_apart(const Exec& exec, View<Particle> particles, View<Particle> before,
                  float distance_m, float friction);
  void archive(Archive& archive);

 private:
  CellShape shape(float distance_m) const { return {2.2f * distance_m, cells_.buckets()}; }

  Buffer<Particle> rest_;
  Buffer<Particle> sorted_;
  Buffer<int> body_of_particle_;
  CellLists cells_;
  Buffer<glm::vec4> push_, old_push_;
};

}  // namespace limber
