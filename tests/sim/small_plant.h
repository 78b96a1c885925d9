#pragma once

// Slender beams of point masses, reduced to modes by hand: nodes along +y at equal distances that
// move sideways only, with the bending energy of second differences, held at the root with its
// direction.

#include <memory>

#include "sim/plants/part_tree.h"

namespace limber {

struct Beam {
  double length_m = 1.0;
  int nodes = 20;
  double mass_kg = 0.2;
  double bending_N_m2 = 0.5;  ///< E I
  int modes = 4;              ///< each along x and along z: even
};

glm::vec3 beam_node_m(const Beam& beam, int node);

ReducedShape reduced_beam(const Beam& beam);

/// Nodes as the vertices of a strip of triangles, for what needs a surface; the wind takes it.
PartShape drawn_beam(const Beam& beam);

/// One beam that stands on the ground.
PlantsModel single_beam(const Beam& beam);

/// Of what grows along +x with its flat side up: y lies along x, z along y, x along z.
inline const glm::vec4 lying_turn{-0.5f, -0.5f, -0.5f, 0.5f};

/// A beam that grows so.
std::shared_ptr<PlantsModel> lying(const Beam& beam);

/// How far the modes of a lying beam, the first shape, move it along the vertical.
std::vector<double> upward(const PlantsModel& model, const Beam& beam, double along_m);

/// Adds a copy of shape `shape` that rides on a node of part `parent`, turned by `quaternion`.
void add_mounted(PlantsModel& model, const Beam& beam, int parent, int node, int shape,
                 glm::vec4 quaternion = {0, 0, 0, 1});

constexpr Beam small_trunk{
    .length_m = 1.0, .nodes = 16, .mass_kg = 0.3, .bending_N_m2 = 1.0, .modes = 6};
constexpr Beam small_twig{
    .length_m = 0.5, .nodes = 10, .mass_kg = 0.03, .bending_N_m2 = 0.02, .modes = 4};

/// A trunk with two twigs; on each a rigid leaf, which carries another one.
std::shared_ptr<PlantsModel> small_plant();

}  // namespace limber
