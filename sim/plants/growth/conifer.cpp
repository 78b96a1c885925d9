// A young spruce: whorls of branches that hang and rise again, with sprays of needles on both
// sides. 43 + 601 parts, 7.6 thousand vertices.

#include "sim/plants/growth/leaf_parts.h"
#include "sim/plants/growth/leaf_shapes.h"
#include "sim/plants/growth/plant_form.h"

namespace limber {

PlantForm conifer_form() {
  PlantForm form;
  form.bark = {{0.11f, 0.065f, 0.04f}, {0.11f, 0.065f, 0.04f}, 0.95f};
  StemOrder trunk;
  trunk.modes = 20;
  trunk.mesh = {.sides = 6, .rings = 12};
  trunk.slenderness = 45.0f;
  trunk.taper = 0.1f;
  trunk.wobble_deg = 1.0f;
  trunk.young_modulus_Pa = 2e9f;
  StemOrder branches;
  branches.count = 42;
  branches.modes = 8;
  branches.mesh = {.sides = 4, .rings = 5};
  branches.length[0] = 0.36f;
  branches.length[1] = 0.22f;
  branches.length[2] = 0.06f;
  branches.slenderness = 45.0f;
  branches.first = 0.1f;
  branches.last = 0.96f;
  branches.arrangement = Arrangement::whorls;
  branches.whorl = 6;
  branches.angle_deg[0] = 95.0f;
  branches.angle_deg[1] = 50.0f;
  branches.bend_deg[0] = 18.0f;
  branches.bend_deg[1] = 10.0f;
  form.stems = {trunk, branches};

  LeafOrder needles;
  needles.count = 601;
  const SprayForm large{.length_m = 0.13f, .width_m = 0.1f, .tufts = 4, .droop_rad = 0.5f};
  const SprayForm small{.length_m = 0.105f, .width_m = 0.09f, .tufts = 3, .droop_rad = 0.3f};
  const Material dark{{0.025f, 0.085f, 0.04f}, {0.045f, 0.12f, 0.075f}, 0.7f, 0.25f};
  const Material fresh{{0.05f, 0.14f, 0.045f}, {0.07f, 0.17f, 0.08f}, 0.7f, 0.3f};
  needles.shapes = {rigid_leaf(spray(large), dark), rigid_leaf(spray(small), dark),
                    rigid_leaf(spray(small), fresh)};
  needles.on_orders = {0.35f, 1.0f};
  needles.first = 0.12f;
  needles.arrangement = Arrangement::flat;
  needles.angle_deg[0] = 62.0f;
  needles.angle_deg[1] = 12.0f;
  form.leaves = {needles};
  return form;
}

}  // namespace limber
