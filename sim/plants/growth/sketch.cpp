// A light little tree in autumn, in the style of the sketched trees of [Longay12]: slender stems
// and heart-shaped leaves, each of which can bend. 2,875 parts, 44,000 vertices.

#include "sim/plants/growth/leaf_parts.h"
#include "sim/plants/growth/leaf_shapes.h"
#include "sim/plants/growth/plant_form.h"

namespace limber {

namespace {

std::vector<StemOrder> sketch_stems() {
  StemOrder trunk;
  trunk.modes = 20;
  trunk.mesh = {.sides = 12, .rings = 14};
  trunk.length[0] = 0.6f;
  trunk.slenderness = 40.0f;
  trunk.taper = 0.3f;
  trunk.flare = 0.5f;
  trunk.wobble_deg = 14.0f;
  trunk.young_modulus_Pa = trunk_modulus_Pa;
  StemOrder limbs;
  limbs.count = 8;
  limbs.modes = 20;
  limbs.mesh = {.sides = 8, .rings = 8};
  limbs.length[0] = 0.85f;
  limbs.length[1] = 0.75f;
  limbs.length[2] = 0.55f;
  limbs.slenderness = 54.0f;
  limbs.first = 0.35f;
  limbs.angle_deg[0] = 58.0f;
  limbs.angle_deg[1] = 25.0f;
  limbs.bend_deg[0] = 20.0f;
  limbs.wobble_deg = 14.0f;
  StemOrder branches;
  branches.count = 60;
  branches.modes = 14;
  branches.mesh = {.sides = 6, .rings = 6};
  branches.length[0] = 0.5f;
  branches.length[1] = 0.5f;
  branches.length[2] = 0.4f;
  branches.slenderness = 75.0f;
  branches.angle_deg[0] = 55.0f;
  branches.angle_deg[1] = 25.0f;
  branches.lift[0] = 0.1f;
  branches.wobble_deg = 12.0f;
  StemOrder twigs;
  twigs.count = 400;
  twigs.modes = 9;
  twigs.shapes = 64;
  twigs.mesh = {.sides = 4, .rings = 4};
  twigs.length[0] = twigs.length[1] = 0.5f;
  twigs.length[2] = 0.4f;
  twigs.slenderness = 100.0f;
  twigs.first = 0.15f;
  twigs.angle_deg[0] = 55.0f;
  twigs.angle_deg[1] = 25.0f;
  twigs.bend_deg[0] = twigs.bend_deg[1] = -12.0f;
  twigs.wobble_deg = 9.0f;
  twigs.young_modulus_Pa = twig_modulus_Pa;
  return {trunk, limbs, branches, twigs};
}

}  // namespace

PlantForm sketch_form() {
  PlantForm form;
  form.bark = {{0.15f, 0.1f, 0.085f}, {0.15f, 0.1f, 0.085f}, 0.85f, 0.0f, 0.4f};
  form.stems = sketch_stems();
  LeafOrder leaves;
  leaves.count = 2406;
  const BladeForm heart{.length_m = 0.052f,
                        .width_m = 0.036f,
                        .rows = 4,
                        .columns = 3,
                        .stalk = 0.28f,
                        .widest = 0.28f,
                        .tip = 1.15f,
                        .fold_rad = 0.3f,
                        .droop_rad = 0.7f};
  BladeForm large = heart, curled = heart, small = heart;
  large.length_m = 0.06f;
  large.width_m = 0.042f;
  curled.droop_rad = 1.1f;
  curled.fold_rad = 0.5f;
  small.length_m = 0.042f;
  small.width_m = 0.028f;
  const Material gold{{0.72f, 0.42f, 0.03f}, {0.75f, 0.5f, 0.1f}, 0.55f, 0.8f};
  const Material amber{{0.68f, 0.26f, 0.02f}, {0.7f, 0.34f, 0.07f}, 0.55f, 0.8f};
  const Material rust{{0.5f, 0.12f, 0.02f}, {0.55f, 0.2f, 0.05f}, 0.55f, 0.7f};
  const Material lime{{0.42f, 0.42f, 0.04f}, {0.5f, 0.5f, 0.1f}, 0.55f, 0.8f};
  // The foot and the first row are clamped: the stalk carries the blade.
  constexpr int held = 4, modes = 7;
  for (const Material& color : {gold, amber, gold, lime, rust})
    for (const BladeForm& form_of_leaf : {heart, large, curled, small})
      leaves.shapes.push_back(bending_leaf(blade(form_of_leaf), color, held, modes));
  leaves.on_orders = {0.0f, 0.0f, 0.4f, 1.0f};
  leaves.first = 0.12f;
  leaves.angle_deg[0] = 70.0f;
  leaves.angle_deg[1] = 25.0f;
  leaves.lift = -0.35f;
  leaves.faces_up = 0.7f;
  form.leaves = {leaves};
  return form;
}

}  // namespace limber
