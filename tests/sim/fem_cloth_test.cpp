// Dynamics of cloth made of springs, on every backend.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/fem/spring_cloth.h"
#include "sim/mesh/surfaces.h"
#include "tests/each_backend.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

Placed<FemModel> square(int side, std::vector<int> pinned = {},
                        glm::vec3 down = {0.0f, 0.0f, 1.0f}) {
  Placed<FemModel> model;
  model.kind = ElementKind::spring;
  add_cloth(model,
            {.columns = side,
             .rows = side,
             .mesh = grid_mesh(side, side, glm::vec2(1.0f), {0.0f, 1.0f, 0.0f}, {1, 0, 0}, down),
             .pinned = std::move(pinned)});
  return model;
}

FemSettings in_block_sell() {
  FemSettings settings;
  settings.layout = "block_sell";
  return settings;
}

class FemCloth : public EachBackend {};

TEST(FemClothMatrix, HasTheCountsOfThePaper) {
  Exec serial(Backend::serial);
  const FemWorld simulation(serial, square(160), in_block_sell());
  EXPECT_EQ(simulation.counts()["dofs"], 76800);
  EXPECT_EQ(simulation.counts()["nnz"], 3865140);
}

TEST_P(FemCloth, RestsAndFallsFreelyAsAWhole) {
  FemSettings free = in_block_sell();
  free.mass_damping_per_s = 0.0f;
  const Placed<FemModel> model = square(20);
  for (const float gravity_m_s2 : {0.0f, 9.81f}) {
    free.gravity_m_s2 = gravity_m_s2;
    FemWorld simulation(exec(), model, free);
    run_singly(simulation, 20);
    const std::vector<glm::vec3> x = simulation.positions_m();
    const float fallen_m = gravity_m_s2 * 0.01f * 0.01f * 210.0f;  // 1 + 2 + ... + 20 steps
    for (int i = 0; i < model.nodes(); ++i)
      EXPECT_LT(glm::distance(x[i], model.nodes_m[i] - glm::vec3(0.0f, fallen_m, 0.0f)), 1e-4f);
  }
}

/// The vertical cloth stretches under its weight as its springs predict. Away from the end rows,
/// the tension T is shared by springs over one cell and, overlapping, two over two cells: per
/// column T = k e + 2 k (2 e), without diagonals.
TEST_P(FemCloth, HangsAsLongAsItsSpringsSay) {
  constexpr int side = 12;
  std::vector<int> top(side);
  for (int c = 0; c < side; ++c) top[c] = c;
  Placed<FemModel> model = square(side, top, {0.0f, -1.0f, 0.0f});
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const glm::vec3 way =
        model.nodes_m[model.corners[2 * s]] - model.nodes_m[model.corners[2 * s + 1]];
    if (way.x != 0.0f && way.y != 0.0f) model.springs[s].stretch_N_m = 0.0f;
  }
  FemSettings slow = in_block_sell();
  slow.cg_iterations = 100;
  slow.mass_damping_per_s = 5.0f;
  FemWorld simulation(exec(), model, slow);
  run_singly(simulation, 400);
  const std::vector<glm::vec3> x = simulation.positions_m();
  constexpr int column = side / 2;
  for (int row = 3; row + 3 < side; ++row) {
    const int above = row * side + column, below = above + side;
    double weight_N = 0.0;
    for (int r = row + 1; r < side; ++r) weight_N += 9.81 * model.masses_kg[r * side + column];
    const double longer_m = glm::distance(x[above], x[below]) - 1.0 / (side - 1);
    const double expected_m = weight_N / (5.0 * 500.0);
    EXPECT_NEAR(longer_m, expected_m, 0.1 * expected_m) << row;
  }
}

TEST_P(FemCloth, DrapesOverABallAndIsPulled) {
  Placed<FemModel> model = square(40);
  model.colliders = {
      {.shape = ColliderShape::sphere, .center_m = {0.0f, 0.6f, 0.0f}, .radius_m = 0.3f},
      {.shape = ColliderShape::ground}};
  FemWorld simulation(exec(), model, in_block_sell());
  run_singly(simulation, 100);
  ASSERT_TRUE(simulation.finite_now());
  float lowest_m = INFINITY;
  for (const glm::vec3& x : simulation.positions_m()) {
    EXPECT_GT(glm::distance(x, {0.0f, 0.6f, 0.0f}), 0.29f);
    lowest_m = std::min(lowest_m, x.y);
  }
  EXPECT_LT(lowest_m, 0.6f) << "the corners hang down";
  EXPECT_GT(lowest_m, -0.01f);
  simulation.grab(0);
  simulation.drag_to({-1.0f, 1.5f, -1.0f});
  run_singly(simulation, 150);
  EXPECT_LT(glm::distance(simulation.positions_m()[0], {-1.0f, 1.5f, -1.0f}), 0.02f);
  EXPECT_EQ(simulation.trouble(), "");
}

TEST_P(FemCloth, ShowsStrainAndDisplacement) {
  FemWorld simulation(exec(), square(20, {0, 19}), in_block_sell());
  ASSERT_EQ(simulation.draw_list().fields.size(), 2u);
  const int vertices = simulation.draw_list().vertex_count;
  run_singly(simulation, 60);
  for (int field = 0; field < 2; ++field) {
    Buffer<PublishedVertex> shown(exec(), vertices);
    simulation.advance({.steps = 0, .publish = shown.view(), .field = field});
    float largest = 0.0f;
    for (const PublishedVertex& vertex : shown.download(exec()))
      largest = std::max(largest, vertex.scalar);
    EXPECT_GT(largest, 1e-3f);
  }
}

EACH_BACKEND(FemCloth);

TEST(FemClothSolvers, TbbGivesTheBitsOfSerial) {
  const auto hash = [](Backend backend) {
    Exec exec(backend, 4);
    FemWorld simulation(exec, square(50, {0, 49}), in_block_sell());
    run_singly(simulation, 30);
    return simulation.state_hash();
  };
  EXPECT_EQ(hash(Backend::serial), hash(Backend::tbb));
}

}  // namespace
}  // namespace limber
