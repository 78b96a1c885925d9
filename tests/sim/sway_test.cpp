// How parts of plants move: Newmark against exact answers, and chains of parts against one piece.

#include <gtest/gtest.h>

#include "kernels/error.h"
#include "sim/plants/part_dynamics.h"
#include "tests/each_solver.h"
#include "tests/sim/small_plant.h"

namespace limber {
namespace {

class Sway : public EachSolver {};

/// PartDynamics with all that a simulation would give it.
class Swaying {
 public:
  Swaying(Exec& exec, PlantsModel model, StepRule rule)
      : exec_(exec),
        model_(std::move(model)),
        tree_(part_tree_of(model_)),
        substructure_(model_, tree_),
        dynamics_(exec, tree_),
        inputs_(exec, std::vector<FrameInputs>(1)),
        not_finite_(exec, std::vector<int>{0}) {
    step_.rule = rule.newmark;
    step_.inputs = inputs_.view();
    step_.not_finite = not_finite_.view();
    dynamics_.set_matrices(exec, substructure_.matrices(rule),
                           std::vector<float>(tree_.coordinates(), 0.0f));
  }

  SwayStep& step() { return step_; }
  const PartTree& tree() const { return tree_; }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) dynamics_.launch_step(exec_, step_);
  }
  PartDynamics::State state() { return dynamics_.download(exec_); }
  /// Where a node of a part of the plant is.
  glm::vec3 node_m(const Beam& beam, int plant_part, int node) {
    const PartDynamics::State now = state();
    const int p = tree_.index_of[plant_part];
    glm::vec3 at = beam_node_m(beam, node);
    if (p < static_cast<int>(tree_.bending.size())) {
      const ReducedShape& shape = model_.reduced[tree_.rides[p].shape];
      for (int k = 0; k < shape.modes; ++k)
        for (int axis = 0; axis < 3; ++axis)
          at[axis] += static_cast<float>(shape.node_modes(3 * node + axis, k)) *
                      now.q[tree_.bending[p].first_coordinate + k];
    }
    return now.poses[p].position_m + rotated(now.poses[p].quaternion, at);
  }

 private:
  Exec& exec_;
  PlantsModel model_;
  PartTree tree_;
  Substructure substructure_;
  PartDynamics dynamics_;
  Buffer<FrameInputs> inputs_;
  Buffer<int> not_finite_;
  SwayStep step_;
};

/// An oscillator that a constant force takes hold of: q = (f / w^2) (1 - exp(-d t) (cos(v t) + (d /
/// v) sin(v t))), d = c / 2 and v^2 = w^2 - d^2.
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
      // The load acts from the first step on; its acceleration begins at 0 and not at f.
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

/// Without damping and with the trapezoidal rule no energy goes, however long the step.
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

/// A beam cut in two, the upper half riding on the lower one, moves as the beam in one piece.
TEST_P(Sway, AChainOfTwoMovesAsOnePiece) {
  const Beam whole{.length_m = 1.0, .nodes = 40, .mass_kg = 0.2, .modes = 12};
  const Beam half{.length_m = 0.5, .nodes = 20, .mass_kg = 0.1, .modes = 12};
  PlantsModel chain = single_beam(half);
  add_rider(chain, half, 0, half.nodes - 1, 0);
  const StepRule rule{.newmark = {.dt_s = 0.004f}};
  Swaying one(exec(), single_beam(whole), rule), two(exec(), chain, rule);
  one.step().gravity_m_s2 = two.step().gravity_m_s2 = {0.05f, 0.0f, 0.02f};
  float farthest_m = 0.0f;
  const glm::vec3 rest_m(0.0f, 1.0f, 0.0f);
  for (int i = 0; i < 60; ++i) {
    one.run(5);
    two.run(5);
    const glm::vec3 expected_m = one.node_m(whole, 0, whole.nodes - 1) - rest_m,
                    got_m = two.node_m(half, 1, half.nodes - 1) - rest_m;
    farthest_m = std::max(farthest_m, glm::length(expected_m));
    EXPECT_LT(glm::distance(expected_m, got_m), 0.06f * farthest_m) << i;
  }
  EXPECT_GT(farthest_m, 0.005f);
}

EACH_SOLVER(Sway);

}  // namespace
}  // namespace limber
