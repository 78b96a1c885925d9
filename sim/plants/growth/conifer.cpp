// A young spruce: whorls of branches that hang and rise again, with sprays of needles on both
// sides. 43 bending and 601 rigid parts, 7,600 vertices.

#include "sim/plants/growth/leaf_parts.h"
#include "sim/plants/growth/leaf_shapes.h"
#include "sim/plants/growth/plant_form.h"

namespace limber {

PlantForm conifer_form() {
  PlantForm form;
  form.bark = {{0.15f, 0.115f, 0.09f}, {0.15f, 0.115f, 0.09f}, 0.95f, 0.0f, 0.4f};
  StemOrder trunk;
  trunk.modes = 20;
  trunk.mesh = {.sides = 6, .rings = 12};
  trunk.slenderness = 75.0f;
  trunk.taper = 0.1f;
  trunk.wobble_deg = 1.0f;
  trunk.young_modulus_Pa = trunk_modulus_Pa;
  StemOrder branches;
  branches.count = 42;
  branches.modes = 8;
  branches.mesh = {.sides = 4, .rings = 5};
  branches.length[0] = 0.34f;
  branches.length[1] = 0.215f;
  branches.length[2] = 0.05f;
  branches.slenderness = 75.0f;
  branches.first = 0.13f;
  branches.last = 0.94f;
  branches.arrangement = Arrangement::whorls;
  branches.whorl = 4;
  branches.angle_deg[0] = 100.0f;
  branches.angle_deg[1] = 50.0f;
  branches.bend_deg[0] = 26.0f;
  branches.bend_deg[1] = 10.0f;
  form.stems = {trunk, branches};

  LeafOrder needles;
  needles.count = 601;
  // A spray is a side twig with its needles, which point in all directions and along the twig.
  const SprayForm large{.length_m = 0.078f,
                        .width_m = 0.085f,
                        .tufts = 4,
                        .twist = 0.19f,
                        .forward = 1.6f,
                        .droop_rad = 0.5f,
                        .raised = -0.15f};
  SprayForm small = large, upright = large;
  small.tufts = upright.tufts = 3;
  small.length_m = upright.length_m = 0.06f;
  small.width_m = upright.width_m = 0.08f;
  upright.raised = 0.3f;
  const Material dark{{0.03f, 0.075f, 0.032f}, {0.05f, 0.1f, 0.06f}, 0.7f, 0.25f};
  const Material fresh{{0.075f, 0.145f, 0.04f}, {0.095f, 0.165f, 0.065f}, 0.7f, 0.3f};
  needles.shapes = {rigid_leaf(spray(large), dark), rigid_leaf(spray(small), dark),
                    rigid_leaf(spray(upright), fresh)};
  needles.on_orders = {0.35f, 1.0f};
  needles.first = 0.12f;
  needles.arrangement = Arrangement::flat;
  needles.angle_deg[0] = 62.0f;
  needles.angle_deg[1] = 12.0f;
  needles.lift = -0.12f;
  needles.faces_up = 0.75f;
  form.leaves = {needles};
  return form;
}

}  // namespace limber
