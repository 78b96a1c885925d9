// Dynamics of plant parts: Newmark integration against exact solutions, and chains of parts against
// one piece.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/error.h"
#include "kernels/readback.h"
#include "sim/plants/part_grabber.h"
#include "sim/plants/reduce.h"
#include "sim/plants/static_solver.h"
#include "tests/each_backend.h"
#include "tests/sim/small_parts.h"
#include "tests/sim/small_plant.h"

namespace limber {
namespace {

class Sway : public EachBackend {};

/// PartDynamics with the inputs of a simulation.
class Swaying {
 public:
  Swaying(Exec& exec, PlantsModel model, StepRule rule)
      : exec_(exec),
        model_(std::move(model)),
        tree_(part_tree_of(model_)),
        substructure_(model_, tree_),
        rule_(rule),
        dynamics_(exec, tree_),
        inputs_(exec, std::vector<FrameInputs>(1)),
        not_finite_(exec, std::vector<int>{0}) {
    step_.rule = rule.newmark;
    step_.inputs = inputs_.view();
    step_.not_finite = not_finite_.view();
    set_matrices(substructure_.matrices(rule));
  }

  void set_matrices(const StepMatrices& matrices) {
    dynamics_.set_matrices(exec_, matrices, std::vector<float>(tree_.coordinates(), 0.0f));
  }

  SwayStep& step() { return step_; }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) dynamics_.launch_step(exec_, step_);
  }
  PartDynamics::State state() { return dynamics_.download(exec_); }
  /// Position of a node of a plant part.
  glm::vec3 node_m(const Beam& beam, int plant_part, int node) {
    const PartDynamics::State now = state();
    const int p = tree_.index_of[plant_part];
    glm::vec3 at = beam_node_m(beam, node);
    if (p < static_cast<int>(tree_.bending.size())) {
      const ReducedShape& shape = model_.reduced[tree_.mounts[p].shape];
      for (int k = 0; k < shape.modes; ++k)
        for (int axis = 0; axis < 3; ++axis)
          at[axis] += static_cast<float>(shape.node_modes(3 * node + axis, k)) *
                      now.q[tree_.bending[p].first_coordinate + k];
    }
    return now.poses[p].position_m + rotated(now.poses[p].quaternion, at);
  }

  glm::vec3 solid_node_m(int node) {
    const PartDynamics::State now = state();
    glm::vec3 at = model_.plant.shapes[0].nodes_m[node];
    const Eigen::MatrixXd& u = model_.reduced[0].node_modes;
    for (std::size_t k = 0; k < now.q.size(); ++k)
      for (int axis = 0; axis < 3; ++axis)
        at[axis] += static_cast<float>(u(3 * node + axis, static_cast<int>(k))) * now.q[k];
    return at;
  }
  /// Pulls a node of the only part towards a target `way_m` away; returns the grab's final force.
  glm::vec3 pull_N(int node, glm::vec3 way_m, int steps) {
    PartGrabber grabber(exec_, tree_.max_modes(), 0.0f);
    const PartGrabber::Point point{node, 0, model_.plant.shapes[0].nodes_m[node],
                                   model_.reduced[0].node_modes.middleRows(3 * node, 3)};
    grabber.grab(exec_, point);
    set_matrices(grabber.matrices(exec_, substructure_, rule_));
    const FrameInputs inputs{0.0f, point.at_m + way_m};
    inputs_.upload(exec_, {&inputs, 1});
    step_.held = grabber.views();
    run(steps);
    Readback<glm::vec3> force;
    force.request(exec_, step_.held.forces_N);
    exec_.synchronize();
    step_.held = {};
    return force.poll().value_or(glm::vec3(0.0f));
  }

 private:
  Exec& exec_;
  PlantsModel model_;
  PartTree tree_;
  Substructure substructure_;
  StepRule rule_;
  PartDynamics dynamics_;
  Buffer<FrameInputs> inputs_;
  Buffer<int> not_finite_;
  SwayStep step_;
};

/// An oscillator under a suddenly applied constant force: q = (f / w^2) (1 - exp(-d t) (cos(v t) +
/// (d / v) sin(v t))), d = c / 2 and v^2 = w^2 - d^2.
TEST_P(Sway, OneModeMovesAsAnOscillatorDoes) {
  const Beam beam{.modes = 2};
  for (const double mass_damping_per_s : {0.0, 4.0}) {
    double last_error = 0.0;
    for (const int steps : {200, 400}) {
      const double time_s = 1.0;
      StepRule rule{.newmark = {.dt_s = static_cast<float>(time_s / steps)},
                    .mass_damping_per_s = mass_damping_per_s};
      Swaying swaying(exec(), single_beam(beam), rule);
      swaying.step().gravity_m_s2 = {0.02f, 0.0f, 0.0f};
      swaying.run(steps);
      const ReducedShape shape = reduced_beam(beam);
      const double w = std::sqrt(shape.stiffness(0, 0)), d = 0.5 * mass_damping_per_s,
                   v = std::sqrt(w * w - d * d);
      const double f = shape.linear(0, 0) * 0.02;
      // The load acts from the first step on; the initial acceleration is 0, not f.
      const double exact =
          f / (w * w) *
          (1.0 - std::exp(-d * time_s) * (std::cos(v * time_s) + d / v * std::sin(v * time_s)));
      const double error = std::abs(swaying.state().q[0] - exact) / (f / (w * w));
      EXPECT_LT(error, 0.03) << steps;
      if (last_error > 0.0) {
        EXPECT_LT(error, 0.6 * last_error);
      }
      last_error = error;
      EXPECT_NEAR(swaying.state().q[1], 0.0, 1e-6);
    }
  }
}

/// Without damping, the trapezoidal rule conserves energy at any step.
TEST_P(Sway, KeepsItsEnergy) {
  const Beam beam{.modes = 4};
  for (const float dt_s : {0.002f, 0.1f}) {
    Swaying swaying(exec(), single_beam(beam), {.newmark = {.dt_s = dt_s}});
    swaying.step().gravity_m_s2 = {0.02f, 0.0f, 0.01f};
    swaying.run(20);
    swaying.step().gravity_m_s2 = glm::vec3(0.0f);
    swaying.run(1);
    const ReducedShape shape = reduced_beam(beam);
    const auto energy_J = [&] {
      const PartDynamics::State now = swaying.state();
      double sum = 0.0;
      for (int k = 0; k < shape.modes; ++k)
        sum += 0.5 * now.velocity[k] * now.velocity[k] +
               0.5 * shape.stiffness(k, k) * now.q[k] * now.q[k];
      return sum;
    };
    const double before_J = energy_J();
    swaying.run(1000);
    EXPECT_NEAR(energy_J(), before_J, 0.01 * before_J) << dt_s;
  }
}

/// A beam cut in two, the upper half mounted on the lower one, moves like a single beam.
TEST_P(Sway, AChainOfTwoMovesAsOnePiece) {
  const Beam whole{.length_m = 1.0, .nodes = 40, .mass_kg = 0.2, .modes = 12};
  const Beam half{.length_m = 0.5, .nodes = 20, .mass_kg = 0.1, .modes = 12};
  PlantsModel chain = single_beam(half);
  add_mounted(chain, half, 0, half.nodes - 1, 0);
  const StepRule rule{.newmark = {.dt_s = 0.004f}};
  Swaying one(exec(), single_beam(whole), rule), two(exec(), chain, rule);
  one.step().gravity_m_s2 = two.step().gravity_m_s2 = {0.05f, 0.0f, 0.02f};
  float max_distance_m = 0.0f;
  const glm::vec3 rest_m(0.0f, 1.0f, 0.0f);
  for (int i = 0; i < 60; ++i) {
    one.run(5);
    two.run(5);
    const glm::vec3 expected_m = one.node_m(whole, 0, whole.nodes - 1) - rest_m,
                    got_m = two.node_m(half, 1, half.nodes - 1) - rest_m;
    max_distance_m = std::max(max_distance_m, glm::length(expected_m));
    EXPECT_LT(glm::distance(expected_m, got_m), 0.06f * max_distance_m) << i;
  }
  EXPECT_GT(max_distance_m, 0.005f);
}

/// One solid that stands on the ground.
PlantsModel single_solid(PartShape shape, const ReduceOptions& options) {
  Progress progress;
  PlantsModel model;
  model.reduced = {reduce(shape, options, progress)};
  model.plant.shapes = {std::move(shape)};
  model.plant.parts = {{}};
  model.attachments.resize(1);
  return model;
}

/// A load that bends a beam by most of its length comes to rest in equilibrium with the cubic
/// forces.
TEST_P(Sway, CubicForcesHoldALargeLoad) {
  const PlantsModel model =
      single_solid(small_beam({1, 10, 1}, 9),
                   {.elements = ElementOrder::linear, .linear_modes = 3, .cubic_forces = true});
  const ReducedShape& shape = model.reduced[0];
  const StepRule rule{
      .newmark = {.dt_s = 0.01f}, .mass_damping_per_s = 8.0, .stiffness_damping_s = 0.002};
  Swaying swaying(exec(), model, rule);
  swaying.step().gravity_m_s2 = {0.0f, 0.0f, 1200.0f};
  swaying.run(600);
  const PartDynamics::State now = swaying.state();
  const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXf>(now.q.data(), 9).cast<double>();
  const Eigen::VectorXd load = shape.linear.transpose() * Eigen::Vector3d(0.0, 0.0, 1200.0);
  EXPECT_LT((forces_at(*shape.cubic, q) - load).norm(), 2e-3 * load.norm());
  const Eigen::VectorXd linear = shape.stiffness.ldlt().solve(load);
  EXPECT_GT((linear - q).norm(), 0.2 * q.norm()) << "a linear part would do as well";
}

/// Undamped, with excessive loads and far too long steps.
TEST_P(Sway, CubicForcesStayFiniteWhateverComes) {
  const PlantsModel model =
      single_solid(small_beam({1, 10, 1}, 9),
                   {.elements = ElementOrder::linear, .linear_modes = 3, .cubic_forces = true});
  for (const float dt_s : {0.001f, 0.01f, 0.2f}) {
    Swaying swaying(exec(), model, {.newmark = {.dt_s = dt_s}});
    for (int i = 0; i < 60; ++i) {
      const float sign = i % 2 == 0 ? 1.0f : -1.0f;
      swaying.step().gravity_m_s2 = glm::vec3(3e4f, -2e4f, 5e4f) * sign;
      swaying.run(5);
    }
    for (const float q : swaying.state().q) EXPECT_LT(std::abs(q), 2.0f) << dt_s;
  }
}

/// A sideways grab moves a point as far as its force moves the full-space solid.
TEST_P(Sway, AStaticPullMovesAPointAsTheFullSolidDoes) {
  const PartShape beam = small_beam({1, 10, 1}, 8);
  const PlantsModel model = single_solid(beam, {.elements = ElementOrder::linear});
  const auto tip = static_cast<int>(std::ranges::max_element(beam.nodes_m, {}, &glm::vec3::y) -
                                    beam.nodes_m.begin());
  Swaying swaying(
      exec(), model,
      {.newmark = {.dt_s = 0.01f}, .mass_damping_per_s = 10.0, .stiffness_damping_s = 0.002});
  const glm::vec3 force_N = swaying.pull_N(tip, {0.0f, 0.0f, 0.01f}, 600);
  const FullModel full = solid_model(beam, ElementOrder::linear).full;
  Eigen::MatrixXd load = Eigen::MatrixXd::Zero(full.coordinates(), 1);
  for (int axis = 0; axis < 3; ++axis) load(3 * tip + axis) = force_N[axis];
  const double expected_m = StaticSolver(full).solve(load)(3 * tip + 2, 0);
  EXPECT_NEAR(swaying.solid_node_m(tip).z - beam.nodes_m[tip].z, expected_m, 0.03 * expected_m);
  EXPECT_GT(expected_m, 0.003);
}

/// A trunk with 150 mounted parts that carry others: more than the lanes per part on a GPU.
PlantsModel crowded_plant(int trunk_modes, const std::vector<int>& modes_of_twigs) {
  const Beam trunk{.nodes = 40, .mass_kg = 2.0, .bending_N_m2 = 500.0, .modes = trunk_modes};
  PlantsModel model = single_beam(trunk);
  std::vector<Beam> twigs;
  for (const int modes : modes_of_twigs) {
    const Beam twig{.length_m = 0.3, .mass_kg = 0.01, .bending_N_m2 = 0.02, .modes = modes};
    model.plant.shapes.push_back(drawn_beam(twig));
    model.reduced.push_back(reduced_beam(twig));
    twigs.push_back(twig);
  }
  const int shapes = static_cast<int>(twigs.size());
  for (int i = 0; i < 150; ++i) {
    const float angle = 0.37f * static_cast<float>(i);
    add_mounted(model, trunk, 0, 39 - i / 4, 1 + i % shapes,
                unit_quaternion({std::cos(angle), 0.2f, std::sin(angle), 1.5f}));
    const Beam& twig = twigs[i % shapes];
    if (twig.modes > 0)
      add_mounted(model, twig, static_cast<int>(model.plant.parts.size()) - 1, 19,
                  1 + (i + 3) % shapes);
  }
  return model;
}

/// Only parts that carry others are reassembled, with the same bits as a new object.
TEST(Substructure, KeepsWhatCarriesTheSame) {
  const auto model = small_plant();
  const PartTree tree = part_tree_of(*model);
  const Substructure::PointMass on_twig{tree.index_of[1],
                                        {0.0f, 0.3f, 0.01f},
                                        model->reduced[1].node_modes.middleRows(3 * 5, 3),
                                        0.4};
  const Substructure::PointMass on_leaf{
      tree.index_of[6], {0.0f, 0.05f, 0.0f}, Eigen::MatrixXd::Zero(3, 0), 0.1};
  const StepRule rule{.newmark = {.dt_s = 0.01f}, .stiffness_damping_s = 0.002};
  StepRule stiffer = rule;
  stiffer.stiffness = 2.0;
  const auto all_of = [](const StepMatrices& m) {
    std::vector<float> all = m.inverses;
    for (const auto& more : {m.damping, m.couplings, m.responses, m.cubic_inertia})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  Substructure kept(*model, tree);
  std::vector<float> before;
  const std::vector<std::pair<std::vector<Substructure::PointMass>, StepRule>> cases{
      {{}, rule},
      {{on_twig}, rule},
      {{on_twig}, stiffer},
      {{on_leaf}, stiffer},
      {{on_leaf, on_twig}, stiffer},
      {{}, stiffer}};
  for (const auto& [masses, by] : cases) {
    Substructure fresh(*model, tree);
    fresh.carry(masses);
    kept.carry({});
    kept.join(by);
    kept.carry(masses);
    const std::vector<float> now = all_of(kept.matrices(by));
    EXPECT_EQ(now, all_of(fresh.matrices(by)));
    EXPECT_NE(now, before);
    before = now;
  }
}

TEST(SwayTeams, MoveACrowdedPlantAsOneThreadDoes_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec serial(Backend::serial), cuda(Backend::cuda);
  for (const PlantsModel& model :
       {crowded_plant(8, {2, 4, 6, 12, 0}), crowded_plant(36, {2, 4, 6, 12, 0})}) {
    std::vector<PartDynamics::State> states;
    for (Exec* exec : {&serial, &cuda}) {
      Swaying swaying(*exec, model, {.newmark = {.dt_s = 0.01f}, .stiffness_damping_s = 0.002});
      swaying.step().gravity_m_s2 = {2.0f, -0.5f, 1.0f};
      swaying.step().wind = {.velocity_m_s = {2.0f, 0.0f, 1.0f}, .pressure_kg_m3 = 1.2f};
      swaying.run(30);
      states.push_back(swaying.state());
    }
    const auto& [expected, got] = std::tie(states[0], states[1]);
    const std::vector<Pose> rest = part_tree_of(model).rest;
    float moved_m = 0.0f;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const glm::vec3 there_m = expected.poses[i].position_m;
      EXPECT_LT(glm::distance(there_m, got.poses[i].position_m), 2e-5f) << i;
      EXPECT_LT(glm::distance(expected.poses[i].quaternion, got.poses[i].quaternion), 2e-4f) << i;
      moved_m = std::max(moved_m, glm::distance(there_m, rest[i].position_m));
    }
    EXPECT_GT(moved_m, 0.002f);
  }
}

EACH_BACKEND(Sway);

}  // namespace
}  // namespace limber
