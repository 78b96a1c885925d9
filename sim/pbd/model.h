#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/pbd/constraints.h"
#include "kernels/pbd/move_pins.h"
#include "kernels/pbd/particle.h"
#include "sim/coloring.h"
#include "sim/drawn_surface.h"
#include "sim/progress.h"
#include "sim/publish.h"

namespace limber {

/// Constraints of one type on the host: corners and rest values, one entry each.
template <class Constraint>
struct ConstraintList {
  std::vector<Corners<Constraint::corners>> corners;
  std::vector<float> rest;  ///< metres, radians or cubic metres
  Coloring coloring;        ///< filled in by color_constraints(PbdModel&)

  bool is_colored() const {
    return !coloring.first.empty() && coloring.order.size() == corners.size();
  }
};

template <class Constraint>
Coloring color_constraints(int particles, const ConstraintList<Constraint>& list) {
  std::vector<int> corners;
  corners.reserve(list.corners.size() * Constraint::corners);
  for (const auto& c : list.corners)
    corners.insert(corners.end(), c.at, c.at + Constraint::corners);
  return color_constraints(particles, corners, Constraint::corners);
}

/// The input of position based dynamics: particles, surfaces, solids. Host memory.
struct PbdModel {
  std::vector<Particle> particles;    ///< at rest
  std::vector<glm::vec3> start_m;     ///< initial positions; empty: at rest
  std::vector<int> body_of_particle;  ///< particles of one body move together when grabbed
  std::vector<glm::uvec3> triangles;  ///< surface triangles of particles; the wind acts on them
  std::vector<MovedPin> moved_pins;   ///< particles with inverse mass 0 that follow paths
  std::vector<Path> pin_paths;
  std::vector<PathKey> pin_keys;  ///< of all paths
  DrawnSurface drawn;
  ConstraintList<DistanceConstraint> stretch;
  ConstraintList<DistanceConstraint>
      across;  ///< bending by the distance across an edge [Fratarcangeli14]
  ConstraintList<DihedralConstraint>
      dihedral;                             ///< bending by the angle at an edge [Fratarcangeli13]
  ConstraintList<VolumeConstraint> volume;  ///< of tetrahedra [Fratarcangeli14]
};

/// Colours a model once for all of its simulations; takes seconds for large ones. A model without
/// a colouring is coloured each time a simulation is created from it.
void color_constraints(PbdModel& model, Progress& progress);

}  // namespace limber
