#pragma once

// Slender beams of point masses, reduced to modes by hand: equidistant nodes along +y that move
// only sideways, with a second-difference bending energy, clamped at the root.

#include <memory>

#include "kernels/rotation.h"
#include "sim/plants/part_tree.h"

namespace limber {

struct Beam {
  double length_m = 1.0;
  int nodes = 20;
  double mass_kg = 0.2;
  double bending_N_m2 = 0.5;  ///< E I
  int modes = 4;              ///< half along x, half along z: even
};

glm::vec3 beam_node_m(const Beam& beam, int node);

ReducedShape reduced_beam(const Beam& beam);

/// Adds a strip of triangles over the nodes, as a surface; the wind acts on it.
PartShape drawn_beam(const Beam& beam);

/// One beam that stands on the ground.
PlantsModel single_beam(const Beam& beam);

/// Orientation of a part that grows along +x with its flat side up: y maps to x, z to y, x to z.
inline const glm::vec4 lying_turn{-0.5f, -0.5f, -0.5f, 0.5f};

/// A beam in that orientation.
std::shared_ptr<PlantsModel> lying(const Beam& beam);

/// Vertical displacement of a lying beam (the first shape) per mode, at a point.
std::vector<double> upward(const PlantsModel& model, const Beam& beam, double along_m);

/// A rotation.
inline glm::vec4 turn_of(const glm::vec3& turn_rad) {
  return turned(glm::vec4(0.0f, 0.0f, 0.0f, 1.0f), turn_rad);
}

/// Adds a part of shape `shape` mounted on a node of part `parent`, rotated by `quaternion`.
void add_mounted(PlantsModel& model, const Beam& beam, int parent, int node, int shape,
                 glm::vec4 quaternion = {0, 0, 0, 1});

constexpr Beam small_trunk{
    .length_m = 1.0, .nodes = 16, .mass_kg = 0.3, .bending_N_m2 = 1.0, .modes = 6};
constexpr Beam small_twig{
    .length_m = 0.5, .nodes = 10, .mass_kg = 0.03, .bending_N_m2 = 0.02, .modes = 4};

/// A trunk with two twigs, each with a rigid leaf that carries another leaf.
std::shared_ptr<PlantsModel> small_plant();

}  // namespace limber
