#include "sim/pbd/one_body.h"

#include "sim/one_body.h"

namespace limber {

namespace {

template <class Constraint>
ConstraintList<Constraint> constraints_of(const ConstraintList<Constraint>& all,
                                          const PointsOfBody& body) {
  ConstraintList<Constraint> own;  // not coloured yet
  for (std::size_t c = 0; c < all.corners.size(); ++c) {
    auto corners = all.corners[c];
    if (!body.has(corners.at[0])) continue;
    for (int& at : corners.at) at = body.place[at];
    own.corners.push_back(corners);
    own.rest.push_back(all.rest[c]);
  }
  return own;
}

}  // namespace

std::vector<int> spawnable_bodies(const PbdModel& model) {
  std::vector<bool> held;
  for (const Particle& particle : model.particles)
    held.push_back(!(particle.inverse_mass_per_kg > 0.0f));
  return free_bodies(model.body_of_particle, held);
}

PbdModel one_body_of(const PbdModel& model, int body) {
  const PointsOfBody own(model.body_of_particle, body);
  PbdModel one;
  one.particles = own.of(model.particles);
  one.body_of_particle.assign(one.particles.size(), 0);
  one.triangles = own.of_corners(model.triangles);
  one.drawn = drawn_of(model.drawn, own);
  one.stretch = constraints_of(model.stretch, own);
  one.across = constraints_of(model.across, own);
  one.dihedral = constraints_of(model.dihedral, own);
  one.volume = constraints_of(model.volume, own);
  return one;
}

Box box_around(const PbdModel& model) {
  Box box;
  for (const Particle& particle : model.particles) box.add(particle.position_m);
  return box;
}

}  // namespace limber
