// A young oak with a full crown of large lobed leaves. 419 bending and 6,584 rigid parts, 288,000
// vertices.

#include "sim/plants/growth/leaf_parts.h"
#include "sim/plants/growth/leaf_shapes.h"
#include "sim/plants/growth/plant_form.h"

namespace limber {

namespace {

std::vector<StemOrder> broadleaf_stems() {
  StemOrder trunk;
  trunk.modes = 20;
  trunk.mesh = {.sides = 8, .rings = 12, .drawn_sides = 64, .drawn_rings = 72};
  trunk.bark = {.depth = 0.1f, .furrows = 16.0f, .roots = 0.4f};
  trunk.length[0] = 0.72f;
  trunk.slenderness = 28.0f;
  trunk.taper = 0.2f;
  trunk.flare = 0.25f;
  trunk.wobble_deg = 4.0f;
  trunk.young_modulus_Pa = trunk_modulus_Pa;
  StemOrder limbs;
  limbs.count = 9;
  limbs.modes = 18;
  limbs.mesh = {.sides = 6, .rings = 9, .drawn_sides = 20, .drawn_rings = 24};
  limbs.bark = {.depth = 0.07f, .furrows = 6.0f};
  limbs.length[0] = 0.66f;
  limbs.length[1] = 0.6f;
  limbs.length[2] = 0.4f;
  limbs.slenderness = 43.0f;
  limbs.first = 0.42f;
  limbs.last = 0.96f;
  limbs.angle_deg[0] = 68.0f;
  limbs.angle_deg[1] = 30.0f;
  limbs.bend_deg[0] = 30.0f;
  limbs.bend_deg[1] = 5.0f;
  limbs.wobble_deg = 10.0f;
  limbs.young_modulus_Pa = limb_modulus_Pa;
  StemOrder branches;
  branches.count = 46;
  branches.modes = 12;
  branches.mesh = {.sides = 6, .rings = 9};
  branches.length[0] = 0.55f;
  branches.length[1] = 0.55f;
  branches.length[2] = 0.42f;
  branches.slenderness = 50.0f;
  branches.first = 0.25f;
  branches.angle_deg[0] = 60.0f;
  branches.angle_deg[1] = 25.0f;
  branches.lift[0] = branches.lift[1] = 0.1f;
  branches.bend_deg[0] = 15.0f;
  branches.wobble_deg = 10.0f;
  StemOrder twigs;
  twigs.count = 363;
  twigs.modes = 8;
  twigs.mesh = {.sides = 4, .rings = 6};
  twigs.length[0] = 0.6f;
  twigs.length[1] = 0.55f;
  twigs.length[2] = 0.42f;
  twigs.slenderness = 80.0f;
  twigs.first = 0.15f;
  twigs.angle_deg[0] = 60.0f;
  twigs.angle_deg[1] = 20.0f;
  twigs.lift[0] = twigs.lift[1] = 0.1f;
  twigs.wobble_deg = 9.0f;
  twigs.young_modulus_Pa = twig_modulus_Pa;
  return {trunk, limbs, branches, twigs};
}

}  // namespace

PlantForm broadleaf_form() {
  PlantForm form;
  form.bark = {{0.225f, 0.19f, 0.158f}, {0.225f, 0.19f, 0.158f}, 0.95f, 0.0f, 0.55f};
  form.stems = broadleaf_stems();
  LeafOrder leaves;
  leaves.count = 6584;
  const BladeForm oak{.length_m = 0.036f,
                      .width_m = 0.024f,
                      .rows = 13,
                      .columns = 3,
                      .stalk = 0.1f,
                      .widest = 0.6f,
                      .fold_rad = 0.25f,
                      .droop_rad = 0.8f,
                      .lobes = 0.42f,
                      .lobe_rows = 4.0f,
                      .wave = 0.05f};
  BladeForm flat = oak, curled = oak, small = oak;
  flat.droop_rad = 0.35f;
  curled.fold_rad = 0.5f;
  curled.droop_rad = 1.2f;
  small.length_m = 0.028f;
  small.width_m = 0.019f;
  const Material deep{{0.058f, 0.13f, 0.022f}, {0.105f, 0.185f, 0.07f}, 0.58f, 0.6f};
  const Material mid{{0.085f, 0.17f, 0.026f}, {0.13f, 0.215f, 0.08f}, 0.58f, 0.65f};
  const Material light{{0.135f, 0.225f, 0.034f}, {0.18f, 0.27f, 0.09f}, 0.58f, 0.7f};
  leaves.shapes = {rigid_leaf(blade(oak), deep), rigid_leaf(blade(curled), deep),
                   rigid_leaf(blade(flat), mid), rigid_leaf(blade(oak), mid),
                   rigid_leaf(blade(small), light)};
  leaves.on_orders = {0.0f, 0.0f, 0.35f, 1.0f};
  leaves.first = 0.15f;
  leaves.angle_deg[0] = 70.0f;
  leaves.angle_deg[1] = 20.0f;
  leaves.lift = -0.05f;
  form.leaves = {leaves};
  return form;
}

}  // namespace limber
