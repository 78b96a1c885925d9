// Plants in the contacts of a world, against sums over their modes and distances to all triangles
// in double precision.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_plant.h"

namespace limber {
namespace {

constexpr Beam stiff_beam{
    .length_m = 1.0, .nodes = 20, .mass_kg = 0.2, .bending_N_m2 = 20.0, .modes = 6};
constexpr float plant_distance_m = 0.01f;

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
    plant_settings.contact_distance_m = plant_distance_m;
    plant_settings.contact_iterations = 8;
    plant_settings.gravity_m_s2 = 0.0f;  // the world's applies
    plant_settings.mass_damping_per_s = 0.0f;
    plant_settings.stiffness_damping_s = 0.0f;
  }
  GroupModel group() {
    plant_settings.dt_s = pile_settings.dt_s = dt_s;
    return {"",
            {},
            {{"plant",
              [model = plant, settings = plant_settings](Exec& exec) {
                return std::make_unique<PlantsSystem>(exec, model, false, settings);
              }},
             {"pile", [model = pile, settings = pile_settings](Exec& exec) {
                return std::make_unique<PilesSystem>(exec, model, 0, settings);
              }}}};
  }
};

float between_nodes_m(int node) {
  return 0.5f * (beam_node_m(stiff_beam, node).y + beam_node_m(stiff_beam, node + 1).y);
}

class PlantTouch : public EachBackend {
 protected:
  /// The drawn vertices of the plant, which comes first.
  std::vector<glm::dvec3> drawn(World& world, int vertices) {
    Buffer<PublishedVertex> out(exec(), world.draw_list().vertex_count);
    world.advance({.steps = 0, .publish = out.view()});
    std::vector<glm::dvec3> places;
    for (const PublishedVertex& vertex : out.download(exec()))
      places.emplace_back(vertex.position_m);
    places.resize(vertices);
    return places;
  }
};

/// A ball hits a beam: each mode gets the ball's impulse times its displacement at the contact,
/// reduced by its stiffness within the step.
TEST_P(PlantTouch, GivesTheModesWhatABallLoses) {
  for (const float touching_m : {plant_distance_m, 0.0f}) {
    Meeting all;
    all.plant = lying(stiff_beam);
    all.plant_settings.contact_distance_m = touching_m;
    constexpr int node = 14;
    all.pile.bodies = {ball_at(
        {between_nodes_m(node), 0.5f * ball_diameter_m + 0.5f * plant_distance_m + 0.003f, 0.0f},
        {0.0f, -2.0f, 0.0f})};
    World world(exec(), {all.group()});
    world.advance({.steps = 1});
    const double lost_N_s = double(world.system<PilesSystem>().momenta()[0].linear_kg_m_s.y) - -2.0;
    if (touching_m == 0.0f) {
      EXPECT_EQ(lost_N_s, 0.0);
      continue;
    }
    EXPECT_GT(lost_N_s, 0.02);
    const PartDynamics::State state = world.system<PlantsSystem>().state();
    const std::vector<double> up = upward(*all.plant, stiff_beam, between_nodes_m(node));
    const double dt_s = world.dt_s();
    for (int k = 0; k < stiff_beam.modes; ++k) {
      const double stiff = 1.0 + dt_s * dt_s * all.plant->reduced[0].stiffness(k, k);
      EXPECT_NEAR(state.velocity[k], -lost_N_s * up[k] / stiff, 1e-3 * lost_N_s) << k;
    }
  }
}

/// A weight hanging on both sides of a beam bends it by its weight, and stays there.
TEST_P(PlantTouch, BearsTheWeightOfWhatLiesOnIt) {
  Meeting all;
  const auto model = lying(stiff_beam);
  model->grown_under_gravity = true;
  all.plant = model;
  all.plant_settings.mass_damping_per_s = 8.0f;
  all.plant_settings.gravity_m_s2 = 9.81f;
  all.pile_settings.damping_per_s = 2.0f;
  constexpr float diameter_m = 0.06f, mass_kg = 0.1f;
  all.pile.kinds = {{body_of_spheres({{0, 0, 0}, {0, -0.1f, 0.1f}, {0, -0.1f, -0.1f}}, diameter_m,
                                     mass_kg, "child"),
                     {}}};
  constexpr int node = 14;
  PileBody child{.kind = 0};
  // The body's own origin is its centre of mass.
  child.pose.position_m = {between_nodes_m(node), 0.036f - 0.2f / 3.0f, 0.0f};
  all.pile.bodies = {child};
  World world(exec(), {all.group()});
  run(world, 1440);
  const std::vector<double> up = upward(*all.plant, stiff_beam, between_nodes_m(node));
  double mean = 0.0, bent = 0.0;
  for (int i = 0; i < 48; ++i) {
    run(world, 5);
    const PartDynamics::State state = world.system<PlantsSystem>().state();
    for (int k = 0; k < stiff_beam.modes; ++k) mean += up[k] * state.q[k] / 48.0;
  }
  for (int k = 0; k < stiff_beam.modes; ++k)
    bent -= double(mass_kg) * 9.81 * up[k] * up[k] / all.plant->reduced[0].stiffness(k, k);
  EXPECT_LT(bent, -0.003);
  EXPECT_NEAR(mean, bent, 0.05 * std::abs(bent));
}

double distance_to_triangle_m(const glm::dvec3& x, const glm::dvec3 (&t)[3]) {
  // Over a fine grid of points: an independent check.
  double least = 1e30;
  constexpr int net = 24;
  for (int i = 0; i <= net; ++i)
    for (int j = 0; i + j <= net; ++j)
      least = std::min(least, glm::distance(x, t[0] + (t[1] - t[0]) * (i / double(net)) +
                                                   (t[2] - t[0]) * (j / double(net))));
  return least;
}

/// Balls fall on a plant of twigs and leaves, and none penetrates.
TEST_P(PlantTouch, LetsNoBallThrough) {
  for (const bool touching : {true, false}) {
    SCOPED_TRACE(touching);
    Meeting all;
    auto model = small_plant();
    for (PlantPart& part : model->plant.parts) {
      part.rest.position_m = rotated(lying_turn, part.rest.position_m);
      part.rest.quaternion = unit_quaternion(quaternion_product(lying_turn, part.rest.quaternion));
    }
    all.plant = model;
    if (!touching) all.plant_settings.contact_distance_m = 0.0f;
    all.plant_settings.mass_damping_per_s = 1.0f;
    all.plant_settings.gravity_m_s2 = 9.81f;
    all.pile.kinds[0].body = body_of_spheres({{0, 0, 0}}, ball_diameter_m, 0.05f, "light");
    for (int i = 0; i < 6; ++i)
      all.pile.bodies.push_back(
          ball_at({0.25f + 0.15f * i, 0.4f + 0.02f * i, 0.01f}, {0.0f, -3.0f, 0.0f}));
    World world(exec(), {all.group()});
    const std::vector<glm::uvec3> triangles = world.draw_list().triangles;
    unsigned vertices = 0;
    for (const glm::uvec3& t : triangles)
      vertices = std::max({vertices, t.x + 1, t.y + 1, t.z + 1});
    double min_m = 1.0;
    for (int i = 0; i < 60; ++i) {
      run(world, 3);
      const std::vector<glm::dvec3> x = drawn(world, static_cast<int>(vertices));
      for (const Pose& ball : world.system<PilesSystem>().poses())
        for (const glm::uvec3& t : triangles)
          min_m = std::min(
              min_m, distance_to_triangle_m(glm::dvec3(ball.position_m), {x[t.x], x[t.y], x[t.z]}));
    }
    EXPECT_TRUE(world.finite_now());
    if (touching)
      EXPECT_GT(min_m, 0.5 * 0.5 * ball_diameter_m) << "of 25 times a leaf's mass, at 3 m/s";
    else
      EXPECT_LT(min_m, 0.3 * 0.5 * ball_diameter_m);
  }
}

/// Some balls on a plant: the same on one core and on many, and after switches of the backend.
TEST_P(PlantTouch, GoesOnWhereItWasOnAnotherBackend) {
  Meeting all;
  all.plant = small_plant();
  all.plant_settings.gravity_m_s2 = 9.81f;
  all.plant_settings.wind_m_s = 3.0f;
  for (int i = 0; i < 6; ++i) all.pile.bodies.push_back(ball_at({0.12f * i - 0.3f, 1.3f, 0.01f}));
  World stays(exec(), {all.group()}), moves(exec(), {all.group()});
  run_switched(stays, moves, exec(), 8);
  if (!on_cuda()) {
    EXPECT_EQ(stays.state_hash(), moves.state_hash());
    return;
  }
  const std::vector<glm::vec3> a = stays.positions_m(), b = moves.positions_m();
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_LT(glm::distance(a[i], b[i]), 0.04f) << i;
}

EACH_BACKEND(PlantTouch);

}  // namespace
}  // namespace limber
