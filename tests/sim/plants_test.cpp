// Plants in scenes: the grab, switching solvers, the wind and far too long steps, on every backend.

#include "tests/sim/small_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "kernels/error.h"
#include "tests/each_backend.h"
#include "tests/sim/small_plant.h"

namespace limber {
namespace {

PlantsSettings calm() {
  PlantsSettings settings;
  settings.numerical_damping = 0.0f;
  return settings;
}

class Plants : public EachBackend {
 protected:
  std::vector<PublishedVertex> published(PlantsWorld& simulation, float blend = 1.0f,
                                         int field = -1, int steps = 0) {
    Buffer<PublishedVertex> out(exec(), simulation.draw_list().vertex_count);
    simulation.advance({.steps = steps, .blend = blend, .publish = out.view(), .field = field});
    return out.download(exec());
  }
};

/// A plant's rest shape includes its weight: it keeps its shape up to rounding.
TEST_P(Plants, RestsAsItHasGrown) {
  PlantsWorld simulation(exec(), small_plant(), calm());
  const auto before = published(simulation), after = published(simulation, 1.0f, -1, 300);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_LT(glm::distance(before[i].position_m, after[i].position_m), 1e-4f);
}

TEST_P(Plants, SagsWhereGravityIsNew) {
  const auto model = small_plant();
  model->grown_under_gravity = false;
  PlantsWorld simulation(exec(), model, calm());
  const float before_m = published(simulation).back().position_m.y;
  EXPECT_LT(published(simulation, 1.0f, -1, 300).back().position_m.y, before_m - 0.01f);
}

TEST_P(Plants, PublishesPartsWhereTheyRest) {
  const auto model = small_plant();
  PlantsWorld simulation(exec(), model, calm());
  const auto vertices = published(simulation, 1.0f, 2);
  std::size_t at = 0;
  for (const int p : simulation.tree().part_of_plant) {
    const PlantPart& part = model->plant.parts[p];
    for (const glm::vec3& x : model->plant.shapes[part.shape].drawn.positions_m) {
      const glm::vec3 expected = part.rest.position_m + rotated(part.rest.quaternion, x);
      ASSERT_LT(glm::distance(vertices[at].position_m, expected), 1e-5f) << p;
      EXPECT_GE(vertices[at].scalar, 0.0f);
      ++at;
    }
  }
  EXPECT_EQ(at, vertices.size());
  EXPECT_EQ(simulation.counts()["parts"], 7);
  EXPECT_EQ(simulation.counts()["deformable_parts"], 3);
  EXPECT_EQ(simulation.counts()["modes"], 14);
}

/// A grabbed vertex follows the mouse and bends the parts that carry it.
TEST_P(Plants, AGrabbedVertexFollowsTheMouse) {
  PlantsWorld probe(exec(), small_plant(), calm());
  const int vertices = probe.draw_list().vertex_count;
  for (const int vertex : {15, 15 + 10, vertices - 1}) {  // trunk, twig, the last leaf
    PlantsWorld simulation(exec(), small_plant(), calm());
    const auto before = published(simulation);
    simulation.grab(vertex);
    EXPECT_EQ(simulation.grabbed_vertex(), vertex);
    const glm::vec3 target_m = before[vertex].position_m + glm::vec3(0.05f, 0.0f, 0.08f);
    simulation.drag_to(target_m);
    const auto held = published(simulation, 1.0f, -1, 400);
    const float way_m = glm::distance(before[vertex].position_m, target_m);
    EXPECT_LT(glm::distance(held[vertex].position_m, target_m), 0.05f * way_m) << vertex;
    EXPECT_GT(glm::distance(held[15].position_m, before[15].position_m), 0.001f)
        << "the trunk comes along";
    simulation.release(false);
    const auto free = published(simulation, 1.0f, -1, 4000);
    EXPECT_LT(glm::distance(free[vertex].position_m, before[vertex].position_m), 0.1f * way_m);
  }
}

/// A trunk of wood, 2 m high and 5 cm thick, with a twig: its middle follows the mouse like its
/// top, without whipping, and returns when released.
TEST_P(Plants, AStiffTrunkFollowsTheMouseToo) {
  constexpr Beam wood{
      .length_m = 2.0, .nodes = 16, .mass_kg = 3.0, .bending_N_m2 = 1500.0, .modes = 6};
  const auto model = std::make_shared<PlantsModel>(single_beam(wood));
  model->grown_under_gravity = true;
  model->plant.shapes.push_back(drawn_beam(small_twig));
  model->reduced.push_back(reduced_beam(small_twig));
  add_mounted(*model, wood, 0, 9, 1, turn_of({0, 0, 1}));
  for (const auto& [vertex, way_m] : {std::pair{7, 0.1f}, std::pair{15, 0.3f}}) {
    PlantsWorld simulation(exec(), model, calm());
    const glm::vec3 start_m = published(simulation)[vertex].position_m;
    simulation.grab(vertex);
    simulation.drag_to(start_m + glm::vec3(0.0f, 0.0f, way_m));
    const float pulled_m = published(simulation, 1.0f, -1, 100)[vertex].position_m.z - start_m.z;
    EXPECT_NEAR(pulled_m, way_m, 0.05f * way_m) << vertex;
    simulation.release(false);
    EXPECT_NEAR(published(simulation, 1.0f, -1, 1500)[vertex].position_m.z, start_m.z, 0.01f);
  }
}

TEST_P(Plants, APinHoldsUntilItIsGrabbed) {
  PlantsWorld simulation(exec(), small_plant(), calm());
  const int vertex = 15;
  const glm::vec3 start_m = published(simulation)[vertex].position_m;
  simulation.grab_at(vertex, start_m);
  simulation.drag_to(start_m + glm::vec3(0.0f, 0.0f, 0.1f));
  simulation.advance({.steps = 400});
  simulation.release(true);
  EXPECT_EQ(simulation.pinned_vertices(), std::vector<int>{vertex});
  simulation.drag_to(start_m - glm::vec3(1.0f));  // the mouse moves away
  const glm::vec3 pinned_m = published(simulation, 1.0f, -1, 400)[vertex].position_m;
  EXPECT_NEAR(pinned_m.z, start_m.z + 0.1f, 0.005f);
  simulation.grab(vertex);
  EXPECT_TRUE(simulation.pinned_vertices().empty());
  simulation.release(false);
  EXPECT_NEAR(published(simulation, 1.0f, -1, 4000)[vertex].position_m.z, start_m.z, 0.005f);
}

/// A storm, a brutal grab, and steps from a tenth of a millisecond to a fifth of a second.
TEST_P(Plants, StaysInBoundsWhateverComes) {
  for (const float dt_s : {1e-4f, 1e-3f, 0.01f, 0.1f, 0.2f}) {
    PlantsSettings settings = calm();
    settings.dt_s = dt_s;
    settings.wind_m_s = 30.0f;
    settings.gustiness = 1.0f;
    settings.mass_damping_per_s = 0.0f;
    settings.stiffness_damping_s = 0.0f;
    PlantsWorld simulation(exec(), small_plant(), settings);
    const auto vertices = published(simulation);
    simulation.grab(static_cast<int>(vertices.size()) - 1);
    for (int i = 0; i < 60; ++i) {
      const float sign = i % 2 == 0 ? 1.0f : -1.0f;
      simulation.drag_to(glm::vec3(3.0f * sign, -2.0f, 5.0f * sign));
      simulation.advance({.steps = 10});
    }
    ASSERT_TRUE(simulation.finite_now()) << dt_s;
    for (const PublishedVertex& v : published(simulation))
      ASSERT_LT(glm::length(v.position_m), 3.0f) << dt_s;
    simulation.request_residuals();
    exec().synchronize();
    EXPECT_LT(simulation.residuals().at("bend"), 1.0) << dt_s;
  }
}

TEST_P(Plants, TheWindBendsThemWithIt) {
  PlantsSettings settings = calm();
  settings.wind_m_s = 8.0f;
  settings.wind_direction_deg = 90.0f;  // towards -z
  PlantsWorld simulation(exec(), small_plant(), settings);
  const auto before = published(simulation), after = published(simulation, 1.0f, -1, 300);
  float z = 0.0f;
  for (std::size_t i = 0; i < before.size(); ++i)
    z += (after[i].position_m.z - before[i].position_m.z) / static_cast<float>(before.size());
  EXPECT_LT(z, -0.005f);
}

TEST_P(Plants, ShowsOneModeByItself) {
  PlantsSettings settings = calm();
  settings.shown_mode = 2;
  PlantsWorld simulation(exec(), small_plant(), settings);
  simulation.advance({.steps = 50});  // a quarter of a period
  const PartDynamics::State now = simulation.state();
  for (const BendingPart& part : simulation.tree().bending)
    for (int k = 0; k < part.modes; ++k)
      EXPECT_EQ(now.q[part.first_coordinate + k] != 0.0f, k == 1);
}

TEST_P(Plants, ShowsWhatLiesBetweenSteps) {
  PlantsSettings settings = calm();
  settings.wind_m_s = 5.0f;
  PlantsWorld simulation(exec(), small_plant(), settings);
  simulation.advance({.steps = 20});
  const auto before = published(simulation);
  const auto half = published(simulation, 0.5f, -1, 1), after = published(simulation);
  for (std::size_t i = 0; i < half.size(); ++i)
    EXPECT_LT(
        glm::distance(half[i].position_m, 0.5f * (before[i].position_m + after[i].position_m)),
        1e-4f);
}

EACH_BACKEND(Plants);

std::unique_ptr<PlantsWorld> plant_after(const std::vector<Exec*>& execs, int steps,
                                         const std::string& q = "gpu") {
  PlantsSettings settings;
  settings.wind_m_s = 6.0f;
  settings.q = q;
  auto simulation = std::make_unique<PlantsWorld>(*execs[0], small_plant(), settings);
  simulation->grab(simulation->draw_list().vertex_count - 1);
  simulation->drag_to({0.4f, 1.2f, 0.3f});
  for (Exec* exec : execs) {
    simulation->switch_to(*exec);
    simulation->advance({.steps = steps});
    EXPECT_TRUE(simulation->finite_now()) << name_of(exec->backend());
  }
  return simulation;
}

TEST(PlantsSolvers, TbbGivesTheBitsOfSerial) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  EXPECT_EQ(plant_after({&serial}, 300)->state_hash(), plant_after({&tbb}, 300)->state_hash());
}

TEST(PlantsSolvers, SwitchingKeepsTheState) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  EXPECT_EQ(plant_after({&serial, &tbb, &serial}, 96)->state_hash(),
            plant_after({&serial}, 288)->state_hash());
}

TEST(PlantsSolvers, AResetIsANewStart) {
  Exec serial(Backend::serial);
  const auto fresh = plant_after({&serial}, 0), used = plant_after({&serial}, 100);
  used->release(true);
  used->reset();
  fresh->release(false);
  EXPECT_EQ(used->state_hash(), fresh->state_hash());
  used->advance({.steps = 100});
  fresh->advance({.steps = 100});
  EXPECT_EQ(used->state_hash(), fresh->state_hash());
}

TEST(PlantsSolvers, ANewStepLengthMakesNewMatrices) {
  Exec serial(Backend::serial);
  PlantsSettings settings = calm();
  settings.wind_m_s = 6.0f;
  PlantsWorld changed(serial, small_plant(), settings);
  parameter_named(changed.parameters(), "dt_s").set("0.005");
  changed.parameters_changed();
  settings.dt_s = 0.005f;
  PlantsWorld fresh(serial, small_plant(), settings);
  changed.advance({.steps = 50});
  fresh.advance({.steps = 50});
  EXPECT_EQ(changed.state_hash(), fresh.state_hash());
}

TEST(PlantsSolvers, AgreeWithSerialOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec serial(Backend::serial), cuda(Backend::cuda);
  const auto expected = plant_after({&serial}, 100)->positions_m();
  for (const char* q : {"gpu", "cpu"}) {
    const auto got = plant_after({&cuda}, 100, q)->positions_m();
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_LT(glm::distance(expected[i], got[i]), 1e-3f) << q;
  }
}

/// The device that computes q does not affect the drawn vertices.
TEST(PlantsSolvers, PublishTheSameWhereverQIs_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec cuda(Backend::cuda);
  std::vector<std::vector<PublishedVertex>> shown;
  for (const char* q : {"gpu", "cpu"}) {
    const auto simulation = plant_after({&cuda}, 20, q);
    Buffer<PublishedVertex> out(cuda, simulation->draw_list().vertex_count);
    for (int frame = 0; frame < 5; ++frame)
      simulation->advance({.steps = 1, .blend = 0.5f, .publish = out.view(), .field = 1});
    shown.push_back(out.download(cuda));
  }
  for (std::size_t i = 0; i < shown[0].size(); ++i)
    EXPECT_LT(glm::distance(shown[0][i].position_m, shown[1][i].position_m), 1e-3f);
}

TEST(PlantsModel, RefusesWithASentence) {
  Exec serial(Backend::serial);
  EXPECT_THROW(PlantsWorld(serial, std::make_shared<PlantsModel>(), {}), Error);
  auto model = small_plant();
  model->attachments[1].resize(6, 1);
  EXPECT_THROW(PlantsWorld(serial, model, {}), Error);
  model = small_plant();
  model->plant.parts[1].parent = 3;
  EXPECT_THROW(PlantsWorld(serial, model, {}), Error);
}

}  // namespace
}  // namespace limber
