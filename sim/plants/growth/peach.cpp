// A peach tree in blossom, pruned to a vase: four limbs, long shoots on them, and rigid twigs with
// blossoms and the first leaves. 237 bending and 22,422 rigid parts, 273,000 vertices.

#include "sim/plants/growth/leaf_parts.h"
#include "sim/plants/growth/leaf_shapes.h"
#include "sim/plants/growth/plant_form.h"

namespace limber {

namespace {

constexpr int twigs = 1600, blossoms = 10000, leaves = 10822;

std::vector<StemOrder> peach_stems() {
  StemOrder trunk;
  trunk.modes = 20;
  trunk.mesh = {.sides = 8, .rings = 8, .drawn_sides = 44, .drawn_rings = 40};
  trunk.bark = {.depth = 0.08f, .furrows = 10.0f, .roots = 0.35f};
  trunk.length[0] = 0.26f;
  trunk.slenderness = 7.5f;
  trunk.taper = 0.72f;
  trunk.flare = 0.2f;
  trunk.wobble_deg = 5.0f;
  trunk.young_modulus_Pa = trunk_modulus_Pa;
  StemOrder limbs;
  limbs.count = 4;
  limbs.modes = 20;
  limbs.mesh = {.sides = 6, .rings = 10, .drawn_sides = 20, .drawn_rings = 30};
  limbs.bark = {.depth = 0.06f, .furrows = 6.0f};
  limbs.length[0] = limbs.length[1] = limbs.length[2] = 2.1f;
  limbs.slenderness = 27.0f;
  limbs.first = 0.72f;
  limbs.last = 0.97f;
  limbs.arrangement = Arrangement::whorls;
  limbs.whorl = 4;
  limbs.angle_deg[0] = 52.0f;
  limbs.angle_deg[1] = 42.0f;
  limbs.bend_deg[0] = limbs.bend_deg[1] = 22.0f;
  limbs.wobble_deg = 10.0f;
  limbs.young_modulus_Pa = limb_modulus_Pa;
  StemOrder shoots;
  shoots.count = 20;
  shoots.modes = 16;
  shoots.mesh = {.sides = 5, .rings = 8, .drawn_sides = 10, .drawn_rings = 14};
  shoots.bark = {.depth = 0.05f, .furrows = 4.0f};
  shoots.length[0] = 0.62f;
  shoots.length[1] = 0.66f;
  shoots.length[2] = 0.5f;
  shoots.slenderness = 42.0f;
  shoots.first = 0.22f;
  shoots.angle_deg[0] = 60.0f;
  shoots.angle_deg[1] = 28.0f;
  shoots.lift[0] = 0.25f;
  shoots.bend_deg[0] = 20.0f;
  shoots.wobble_deg = 10.0f;
  StemOrder branches;
  branches.count = 212;
  branches.modes = 12;
  branches.mesh = {.sides = 6, .rings = 9};
  branches.length[0] = 0.62f;
  branches.length[1] = 0.62f;
  branches.length[2] = 0.5f;
  branches.slenderness = 80.0f;
  branches.first = 0.1f;
  branches.angle_deg[0] = 58.0f;
  branches.angle_deg[1] = 25.0f;
  branches.lift[0] = branches.lift[1] = 0.12f;
  branches.bend_deg[0] = 14.0f;
  branches.wobble_deg = 9.0f;
  StemOrder small;
  small.count = twigs;
  small.modes = 0;
  small.shapes = 16;
  small.mesh = {.sides = 3, .rings = 3};
  small.length[0] = 0.5f;
  small.length[1] = 0.42f;
  small.length[2] = 0.3f;
  small.slenderness = 55.0f;
  small.first = 0.1f;
  small.angle_deg[0] = 58.0f;
  small.angle_deg[1] = 35.0f;
  small.lift[0] = small.lift[1] = 0.1f;
  return {trunk, limbs, shoots, branches, small};
}

}  // namespace

PlantForm peach_form() {
  PlantForm form;
  form.bark = {{0.2f, 0.125f, 0.095f}, {0.2f, 0.125f, 0.095f}, 0.9f, 0.0f, 0.5f};
  form.stems = peach_stems();

  LeafOrder flowers;
  flowers.count = blossoms;
  const Material pale{{0.9f, 0.55f, 0.62f}, {0.85f, 0.42f, 0.52f}, 0.85f, 0.6f};
  const Material pink{{0.86f, 0.36f, 0.47f}, {0.8f, 0.28f, 0.4f}, 0.85f, 0.6f};
  const Material deep{{0.75f, 0.19f, 0.32f}, {0.7f, 0.16f, 0.28f}, 0.85f, 0.5f};
  flowers.shapes = {
      rigid_leaf(blossom(0.0112f, 0.35f), pale), rigid_leaf(blossom(0.0112f, 0.45f), pink),
      rigid_leaf(blossom(0.0106f, 0.6f), pink), rigid_leaf(blossom(0.0088f, 0.9f), deep)};
  flowers.on_orders = {0.0f, 0.0f, 0.25f, 0.8f, 1.0f};
  flowers.first = 0.1f;
  flowers.angle_deg[0] = 75.0f;
  flowers.angle_deg[1] = 40.0f;
  flowers.lift = 0.2f;

  LeafOrder young;
  young.count = leaves;
  const BladeForm lance{.length_m = 0.024f,
                        .width_m = 0.0062f,
                        .rows = 2,
                        .columns = 3,
                        .stalk = 0.12f,
                        .widest = 0.45f,
                        .fold_rad = 0.5f,
                        .droop_rad = 0.7f};
  BladeForm narrow = lance;
  narrow.length_m = 0.016f;
  narrow.droop_rad = 0.4f;
  const Material light{{0.2f, 0.36f, 0.06f}, {0.28f, 0.42f, 0.12f}, 0.55f, 0.7f};
  const Material bronze{{0.26f, 0.3f, 0.07f}, {0.3f, 0.34f, 0.12f}, 0.55f, 0.7f};
  young.shapes = {rigid_leaf(blade(lance), light), rigid_leaf(blade(narrow), light),
                  rigid_leaf(blade(narrow), bronze)};
  young.on_orders = {0.0f, 0.0f, 0.15f, 0.6f, 1.0f};
  young.first = 0.3f;
  young.angle_deg[0] = 60.0f;
  young.angle_deg[1] = 15.0f;
  young.lift = 0.1f;
  form.leaves = {flowers, young};
  return form;
}

}  // namespace limber
