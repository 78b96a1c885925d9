#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/plants/growth/growth.h"
#include "sim/plants/growth/stem_shape.h"

// Parameters of the species. Lengths are relative to the plant's height or to the parent stem.

namespace limber {

// Young's modulus of living wood in bending along the grain, including bark and water: 2.4 to 7.5
// GPa for trunks, 0.7 to 4.6 GPa for branches, less for wetter and younger ones [Cannell87].
inline constexpr float trunk_modulus_Pa = 5e9f, limb_modulus_Pa = 3e9f, branch_modulus_Pa = 2e9f,
                       twig_modulus_Pa = 1e9f;

/// How stems or leaves are arranged around their parent.
enum class Arrangement {
  spiral,  ///< each rotated by the golden angle from the one before
  flat,    ///< left and right, in the plane of the parent's direction and the horizon
  whorls,  ///< rings of `whorl`, rotated against each other
};

/// Stems of one order. All orders but the first grow on stems of the previous order.
struct StemOrder {
  int count = 1;   ///< on the whole plant
  int modes = 8;   ///< 0: rigid
  int shapes = 0;  ///< number of shared shapes; 0: each stem has its own
  StemMesh mesh;
  Bark bark;
  float length[3] = {1, 1, 1};      ///< at the first, middle and last position on the parent,
                                    ///< in lengths of the parent (of the plant for the trunk)
  float slenderness = 50.0f;        ///< length over the radius at the foot
  float taper = 0.25f;              ///< radius at the tip over that at the foot
  float flare = 0.3f;               ///< see StemForm
  float first = 0.2f, last = 1.0f;  ///< range of positions on the parent
  Arrangement arrangement = Arrangement::spiral;
  int whorl = 5;
  float angle_deg[2] = {60, 40};  ///< from the parent's direction, at the first and last position
  float lift[2] = {0, 0};         ///< added to the y component of the unit direction
  float bend_deg[2] = {0, 0};     ///< upwards, from foot to tip
  float wobble_deg = 6.0f;
  float nod_deg = 0.0f;  ///< by which the last tenth hangs over
  float young_modulus_Pa = branch_modulus_Pa;
};

/// Leaves of several shapes; a shape listed twice is twice as frequent.
struct LeafOrder {
  int count = 0;
  std::vector<PartShape> shapes;
  std::vector<float> on_orders;  ///< relative density per stem length, for each stem order
  float first = 0.2f;            ///< first position on a stem
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
