// Plants in the contacts of a world, against sums over their modes in double precision.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/each_solver.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_plant.h"

namespace limber {
namespace {

constexpr Beam beam{.length_m = 1.0, .nodes = 20, .mass_kg = 0.2, .bending_N_m2 = 20.0, .modes = 6};
constexpr float distance_m = 0.01f;

/// A beam that grows along +x, its flat side up, with its nodes at z = 0.02 and -0.02.
std::shared_ptr<PlantsModel> lying(const Beam& of) {
  auto model = std::make_shared<PlantsModel>(single_beam(of));
  // y to x, z to y, x to z.
  model->plant.parts[0].rest.quaternion = {-0.5f, -0.5f, -0.5f, 0.5f};
  return model;
}

/// Plants and bodies in one world.
struct Meeting {
  std::shared_ptr<const PlantsModel> plant;
  Placed<PilesModel> pile = small_kinds();
  PlantsSettings plant_settings;
  PilesSettings pile_settings = weightless();
  float dt_s = 1.0f / 480.0f;

  Meeting() {
    pile_settings.contacts = "positions";
    pile_settings.rolling = 0.0f;
    plant_settings.contact_distance_m = distance_m;
    plant_settings.contact_iterations = 8;
    plant_settings.gravity_m_s2 = 0.0f;
    plant_settings.mass_damping_per_s = 0.0f;
    plant_settings.stiffness_damping_s = 0.0f;
  }
  GroupModel group() {
    plant_settings.dt_s = pile_settings.dt_s = dt_s;
    return {"",
            {},
            {{"plant",
              [=, model = plant, settings = plant_settings](Exec& exec) {
                return std::make_unique<PlantsSystem>(exec, model, false, settings);
              }},
             {"pile", [=, model = pile, settings = pile_settings](Exec& exec) {
                return std::make_unique<PilesSystem>(exec, model, 0, settings);
              }}}};
  }
};

class PlantTouch : public EachSolver {};

TEST_P(PlantTouch, X) {
  Meeting all;
  all.plant = lying(beam);
  const float x0 = 0.5f * (beam_node_m(beam, 14).y + beam_node_m(beam, 15).y);
  all.pile.bodies = {ball_at({x0, 0.5f * ball_diameter_m + 0.5f * distance_m + 0.003f, 0.0f},
                             {0.0f, -2.0f, 0.0f})};
  World world(exec(), {all.group()});
  auto& plant = world.system<PlantsSystem>();
  auto& pile = world.system<PilesSystem>();
  const ReducedShape& shape = all.plant->reduced[0];
  for (int i = 0; i < 12; ++i) {
    world.advance({.steps = 1});
    auto s = plant.state();
    printf("%d ball y %g p %g q", i, pile.poses()[0].position_m.y, pile.momenta()[0].linear_kg_m_s.y);
    for (int k = 3; k < 6; ++k) printf(" %g", s.velocity[k]);
    printf("   U");
    for (int k = 3; k < 6; ++k)
      printf(" %g", 0.5 * (shape.node_modes(3 * 14 + 2, k) + shape.node_modes(3 * 15 + 2, k)));
    printf("\n");
    world.request_residuals(); exec().synchronize();
    printf("held %g\n", world.residuals().at("held_back"));
  }
}

EACH_SOLVER(PlantTouch);

}  // namespace
}  // namespace limber
