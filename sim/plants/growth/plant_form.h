#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/plants/growth/growth.h"
#include "sim/plants/growth/stem_shape.h"

// What makes a species, in numbers. Lengths are in heights of the plant or of the parent stem.

namespace limber {

// Young's modulus of living wood, in bending along the grain, with its bark and its water: that of
// trunks is 2.4 to 7.5 GPa, that of branches 0.7 to 4.6 GPa, and less the wetter and younger they
// are [Cannell87].
inline constexpr float trunk_modulus_Pa = 5e9f, limb_modulus_Pa = 3e9f, branch_modulus_Pa = 2e9f,
                       twig_modulus_Pa = 1e9f;

/// How stems or leaves stand around what carries them.
enum class Arrangement {
  spiral,  ///< each turned on by the golden angle
  flat,    ///< left and right, in the plane of its first direction and of the horizon
  whorls,  ///< rings of `whorl` that are turned against each other
};

/// Stems of one order. All but the first stand on those of the order before.
struct StemOrder {
  int count = 1;   ///< on the plant
  int modes = 8;   ///< 0: rigid
  int shapes = 0;  ///< that they share; 0: each has its own
  StemMesh mesh;
  Bark bark;
  float length[3] = {1, 1, 1};      ///< at the first, middle and last place of those they stand on,
                                    ///< in lengths of the parent (of the plant for the trunk)
  float slenderness = 50.0f;        ///< length over the radius at the foot
  float taper = 0.25f;              ///< radius at the tip over that at the foot
  float flare = 0.3f;               ///< see StemForm
  float first = 0.2f, last = 1.0f;  ///< where on the parent they stand
  Arrangement arrangement = Arrangement::spiral;
  int whorl = 5;
  float angle_deg[2] = {60, 40};  ///< from the parent's direction, at the first and last place
  float lift[2] = {0, 0};         ///< added to its height in that direction of length 1
  float bend_deg[2] = {0, 0};     ///< upwards, from foot to tip
  float wobble_deg = 6.0f;
  float nod_deg = 0.0f;  ///< how far the last tenth hangs over
  float young_modulus_Pa = branch_modulus_Pa;
};

/// Leaves of some shapes, which are as frequent as they are listed.
struct LeafOrder {
  int count = 0;
  std::vector<PartShape> shapes;
  std::vector<float> on_orders;  ///< how many stand on a length of stems of each order, relatively
  float first = 0.2f;            ///< where they begin on a stem
  Arrangement arrangement = Arrangement::spiral;
  float angle_deg[2] = {65, 25};
  float lift = 0.0f;
  float faces_up = 1.0f;  ///< 1: its face to the sky; 0: away from the stem
};

struct PlantForm {
  std::vector<StemOrder> stems;
  std::vector<LeafOrder> leaves;
  Material bark;
  float wood_density_kg_m3 = 850.0f;  ///< green
};

PlantForm conifer_form();
PlantForm peach_form();
PlantForm broadleaf_form();
PlantForm hemlock_form();
PlantForm sketch_form();

}  // namespace limber
