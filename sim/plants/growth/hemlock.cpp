// An eastern hemlock: tiers of fine branches in flat feathers, each twig of which can bend. 2,866
// bending and 24,912 rigid parts, 190,000 vertices.

#include "sim/plants/growth/leaf_parts.h"
#include "sim/plants/growth/leaf_shapes.h"
#include "sim/plants/growth/plant_form.h"

namespace limber {

namespace {

constexpr int branches_ = 75, branchlets_ = 590, twigs_ = 2200;
constexpr int sprays = 24872, sprays_of_the_leader = 40;

std::vector<StemOrder> hemlock_stems() {
  StemOrder trunk;
  trunk.modes = 20;
  trunk.mesh = {.sides = 8, .rings = 16, .drawn_sides = 16, .drawn_rings = 40};
  trunk.bark = {.depth = 0.05f, .furrows = 6.0f, .roots = 0.4f};
  trunk.slenderness = 72.0f;
  trunk.taper = 0.08f;
  trunk.wobble_deg = 1.5f;
  trunk.nod_deg = 130.0f;
  trunk.young_modulus_Pa = trunk_modulus_Pa;
  StemOrder branches;
  branches.count = branches_;
  branches.modes = 14;
  branches.mesh = {.sides = 5, .rings = 8};
  branches.length[0] = 0.3f;
  branches.length[1] = 0.23f;
  branches.length[2] = 0.04f;
  branches.slenderness = 75.0f;
  branches.first = 0.09f;
  branches.last = 0.96f;
  branches.angle_deg[0] = 88.0f;
  branches.angle_deg[1] = 50.0f;
  branches.bend_deg[0] = -14.0f;
  branches.bend_deg[1] = -25.0f;
  StemOrder branchlets;
  branchlets.count = branchlets_;
  branchlets.modes = 8;
  branchlets.shapes = 64;
  branchlets.mesh = {.sides = 3, .rings = 4};
  branchlets.length[0] = 0.42f;
  branchlets.length[1] = 0.36f;
  branchlets.length[2] = 0.16f;
  branchlets.slenderness = 70.0f;
  branchlets.first = 0.12f;
  branchlets.arrangement = Arrangement::flat;
  branchlets.angle_deg[0] = 62.0f;
  branchlets.angle_deg[1] = 35.0f;
  branchlets.bend_deg[0] = branchlets.bend_deg[1] = -14.0f;
  branchlets.young_modulus_Pa = twig_modulus_Pa;
  StemOrder twigs = branchlets;
  twigs.count = twigs_;
  twigs.modes = 5;
  twigs.shapes = 48;
  twigs.mesh = {.sides = 3, .rings = 3};
  twigs.length[0] = 0.5f;
  twigs.length[1] = 0.42f;
  twigs.length[2] = 0.22f;
  return {trunk, branches, branchlets, twigs};
}

}  // namespace

PlantForm hemlock_form() {
  PlantForm form;
  form.bark = {{0.15f, 0.12f, 0.098f}, {0.15f, 0.12f, 0.098f}, 0.95f, 0.0f, 0.45f};
  form.stems = hemlock_stems();
  LeafOrder needles;
  needles.count = sprays;
  const SprayForm flat{.length_m = 0.018f,
                       .width_m = 0.016f,
                       .tufts = 2,
                       .forward = 1.8f,
                       .droop_rad = 0.25f,
                       .raised = 0.02f};
  SprayForm small = flat, tip = flat;
  small.length_m = 0.014f;
  tip.tufts = 1;
  tip.length_m = 0.01f;
  tip.width_m = 0.012f;
  const Material dark{{0.035f, 0.08f, 0.03f}, {0.1f, 0.15f, 0.115f}, 0.65f, 0.4f};
  const Material mid{{0.055f, 0.11f, 0.036f}, {0.11f, 0.17f, 0.125f}, 0.65f, 0.4f};
  const Material fresh{{0.115f, 0.185f, 0.045f}, {0.14f, 0.21f, 0.1f}, 0.65f, 0.5f};
  needles.shapes = {rigid_leaf(spray(flat), dark), rigid_leaf(spray(flat), mid),
                    rigid_leaf(spray(small), mid), rigid_leaf(spray(tip), fresh)};
  needles.on_orders = {0.0f, 0.35f, 0.8f, 1.0f};
  needles.first = 0.08f;
  needles.arrangement = Arrangement::flat;
  needles.angle_deg[0] = 65.0f;
  needles.angle_deg[1] = 25.0f;
  LeafOrder leader = needles;
  leader.count = sprays_of_the_leader;
  leader.on_orders = {1.0f};
  leader.first = 0.86f;
  leader.arrangement = Arrangement::spiral;
  form.leaves = {needles, leader};
  return form;
}

}  // namespace limber
