// The direct solve of joint trees against an independently assembled and solved dense matrix in
// double precision.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdlib>
#include <random>

#include "kernels/error.h"
#include "kernels/launch.h"
#include "tests/each_backend.h"
#include "tests/sim/small_joints.h"

namespace limber {
namespace {

/// Bodies from a gram to a tonne, each attached to an earlier one or, one in eight, to the world.
JointsModel any_trees(int bodies, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const auto place = [&] { return glm::dvec3(number(-1, 1), number(-1, 1), number(-1, 1)); };
  JointsModel model;
  for (int b = 0; b < bodies; ++b) {
    add_box(model, place(), {0.2f, 0.3f, 0.5f}, glm::normalize(glm::dvec4(place(), number(-1, 1))));
    const double times = std::pow(10.0, number(-3, 3)) / model.bodies[b].mass_kg;
    model.bodies[b].mass_kg *= times;
    model.bodies[b].inertia_kg_m2 *= times;
    const int other = b == 0 || random() % 8 == 0 ? -1 : static_cast<int>(random() % b);
    const JointKind kind = all_joint_kinds[random() % all_joint_kinds.size()];
    // In either order.
    const bool turned = other >= 0 && random() % 2 == 0;
    const int body_a = turned ? other : b, body_b = turned ? b : other;
    const glm::dvec3 at_a_m = place(), at_b_m = place(), axis = place();
    model.joints.push_back(
        kind == JointKind::universal
            ? universal_at(model, body_a, body_b, at_a_m, at_b_m, axis, glm::cross(axis, place()))
            : joint_between(model, kind, body_a, body_b, at_a_m, at_b_m, axis));
  }
  return model;
}

/// Equations of joints, and the same as a dense matrix.
struct Equations {
  Equations(const Exec& exec, const JointsModel& model) : blocks(blocks_of(model)) {
    const int count = static_cast<int>(blocks.size());
    std::vector<RigidPose> all_poses;
    std::vector<RigidInertia> all_inertias;
    for (const RigidBody& body : model.bodies) {
      all_poses.push_back(body.pose);
      all_inertias.push_back(
          body.held ? RigidInertia{} : RigidInertia{1.0 / body.inertia_kg_m2, 1.0 / body.mass_kg});
      moves.push_back(!body.held);
    }
    poses = {exec, all_poses};
    inertias = {exec, all_inertias};
    rows = {exec, count};
    diagonal = {exec, 3 * count};
    const Buffer<JointBlock> there(exec, blocks);
    const Buffer<int> broken(exec, std::vector<int>(model.joints.size(), 0));
    const Buffer<double> none(exec, std::vector<double>(1, 0.0));
    launch(exec, "rows", count,
           MakeJointRows{.blocks = there.view(),
                         .broken = broken.view(),
                         .poses = readable(poses),
                         .inertias = readable(inertias),
                         .softness_per_kg = none.view(),
                         .drives = {},
                         .rows = rows.view(),
                         .added_diagonal_per_kg = diagonal.view(),
                         .dt_s = 0.0});
    exec.synchronize();
    const std::vector<JointRows> made = rows.download(exec);
    const std::vector<double> added = diagonal.download(exec);
    const int bodies = static_cast<int>(model.bodies.size());
    j = Eigen::MatrixXd::Zero(3 * count, 6 * bodies);
    inverse_mass = Eigen::MatrixXd::Zero(6 * bodies, 6 * bodies);
    for (int k = 0; k < count; ++k)
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
          j(3 * k + r, 6 * blocks[k].body_a + c) = made[k].linear_a[r][c];
          j(3 * k + r, 6 * blocks[k].body_a + 3 + c) = made[k].angular_a[r][c];
          if (blocks[k].body_b < 0) continue;
          j(3 * k + r, 6 * blocks[k].body_b + c) = -made[k].linear_a[r][c];
          j(3 * k + r, 6 * blocks[k].body_b + 3 + c) = made[k].angular_b[r][c];
        }
    for (int b = 0; b < bodies; ++b) {
      if (!moves[b]) continue;
      const glm::dvec4 q = model.bodies[b].pose.quaternion;
      const Eigen::Matrix3d turn = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
      const glm::dvec3 inertia = model.bodies[b].inertia_kg_m2;
      const Eigen::Vector3d inverse(1 / inertia.x, 1 / inertia.y, 1 / inertia.z);
      inverse_mass.block<3, 3>(6 * b, 6 * b) =
          Eigen::Matrix3d::Identity() / model.bodies[b].mass_kg;
      inverse_mass.block<3, 3>(6 * b + 3, 6 * b + 3) =
          turn * inverse.asDiagonal() * turn.transpose();
    }
    matrix = j * inverse_mass * j.transpose();
    for (int i = 0; i < 3 * count; ++i) matrix(i, i) += added[i];
  }

  Eigen::VectorXd solved(const Exec& exec, const Eigen::VectorXd& right) {
    const Buffer<double> there(exec,
                               std::vector<double>(right.data(), right.data() + right.size()));
    Buffer<double> impulses(exec, static_cast<int>(right.size()));
    TreeSolver solver(exec, joint_tree(blocks, moves));
    solver.factor(exec, readable(rows), readable(poses), readable(inertias), readable(diagonal));
    solver.solve(exec, readable(rows), there.view(), impulses.view());
    exec.synchronize();
    const std::vector<double> found = impulses.download(exec);
    return Eigen::Map<const Eigen::VectorXd>(found.data(), right.size());
  }

  std::vector<JointBlock> blocks;
  std::vector<bool> moves;
  Buffer<RigidPose> poses;
  Buffer<RigidInertia> inertias;
  Buffer<JointRows> rows;
  Buffer<double> diagonal;
  Eigen::MatrixXd j, inverse_mass, matrix;
};

/// Solved with extra precision, for the condition number of the equations.
Eigen::VectorXd exact_solution(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right) {
  return matrix.cast<long double>().ldlt().solve(right.cast<long double>()).cast<double>();
}

/// In a norm that balances joints of light and heavy bodies.
double relative_error(const Equations& equations, const Eigen::VectorXd& found,
                      const Eigen::VectorXd& wanted) {
  const Eigen::VectorXd scale = equations.matrix.diagonal().cwiseSqrt();
  return (found - wanted).cwiseProduct(scale).norm() / wanted.cwiseProduct(scale).norm();
}

class JointTrees : public EachBackend {};
EACH_BACKEND(JointTrees);

TEST_P(JointTrees, SolveAsADenseMatrixDoes) {
  double worst = 0.0, dense = 0.0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    std::srand(seed);  // for Random()
    Equations equations(exec(), any_trees(60, seed));
    const Eigen::VectorXd right = Eigen::VectorXd::Random(equations.matrix.rows());
    const Eigen::VectorXd wanted = exact_solution(equations.matrix, right);
    worst = std::max(worst, relative_error(equations, equations.solved(exec(), right), wanted));
    dense =
        std::max(dense, relative_error(equations, equations.matrix.ldlt().solve(right), wanted));
  }
  std::printf("trees: %g off, a dense solve in double precision %g\n", worst, dense);
  EXPECT_LT(worst, 1e-8);
  EXPECT_LT(worst, 10.0 * dense);
}

/// Bodies attached to several fixed bodies, some overconstrained: motion is the same, but not each
/// impulse.
TEST_P(JointTrees, HangOnAnyNumberOfThings) {
  JointsModel model = any_trees(40, 3);
  model.bodies[7].held = model.bodies[20].held = true;
  for (int b = 0; b < 40; b += 5)
    for (int again = 0; again <= b % 3; ++again)
      model.joints.push_back(joint_at(model, JointKind::fixed, b, -1, {0.1 * again, 0.2, 0.3}));
  std::srand(3);
  Equations equations(exec(), model);
  ASSERT_EQ(closes_loop(equations.blocks, equations.moves), -1);
  // A consistent right-hand side: joints brought to rest.
  const Eigen::VectorXd right =
      equations.j * equations.inverse_mass * Eigen::VectorXd::Random(equations.j.cols());
  const auto motion = [&](const Eigen::VectorXd& impulses) -> Eigen::VectorXd {
    // Scaled by the square root of kinetic energy.
    const Eigen::VectorXd moves = equations.inverse_mass * equations.j.transpose() * impulses;
    return moves.cwiseQuotient(equations.inverse_mass.diagonal().cwiseSqrt().cwiseMax(1e-9));
  };
  const Eigen::VectorXd found = motion(equations.solved(exec(), right));
  const Eigen::VectorXd wanted = motion(equations.matrix.ldlt().solve(right));
  const double error = (found - wanted).norm() / wanted.norm();
  std::printf("held at many places: %g off a dense solve\n", error);
  EXPECT_LT(error, 1e-6);
}

TEST(JointTree, SerialAndTbbGiveTheSameBits) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  const JointsModel model = any_trees(100, 2);
  const Eigen::VectorXd right = Eigen::VectorXd::Random(3 * blocks_of(model).size());
  EXPECT_EQ(Equations(serial, model).solved(serial, right),
            Equations(tbb, model).solved(tbb, right));
}

TEST(JointTree, HasFewLevels) {
  const auto levels = [](const JointsModel& model) {
    const JointTree tree =
        joint_tree(blocks_of(model), std::vector<bool>(model.bodies.size(), true));
    EXPECT_EQ(tree.bodies.size(), model.bodies.size());
    return static_cast<int>(tree.first_path.size()) - 1;
  };
  EXPECT_EQ(levels(chain_along_x(1000, 0.1f, glm::dvec3(0.0))), 1);
  EXPECT_LE(levels(any_trees(4000, 1)), 12);
  JointsModel binary;
  for (int b = 0; b < 255; ++b) {
    add_box(binary, glm::dvec3(b, 0.0, 0.0), glm::vec3(0.1f));
    if (b > 0)
      binary.joints.push_back(joint_at(binary, JointKind::ball, (b - 1) / 2, b, glm::dvec3(b)));
  }
  EXPECT_EQ(levels(binary), 8);
}

TEST(JointTree, RefusesLoops) {
  JointsModel ring = chain_along_x(4, 0.5f, glm::dvec3(0.0));
  Exec exec(Backend::serial);
  JointsSettings settings;
  settings.method = "direct";
  EXPECT_NO_THROW(JointsSystem(exec, ring, settings));
  ring.joints.push_back(joint_at(ring, JointKind::distance, 0, 3, glm::dvec3(0.0)));
  try {
    JointsSystem(exec, ring, settings);
    ADD_FAILURE() << "was not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_STREQ(error.what(),
                 "method 'direct' solves joints without loops, but a distance, number 5 of 5 "
                 "joints, closes one; use method 'cg'");
  }
  JointsWorld world(exec, ring, {});
  parameter_named(world.parameters(), "method").set("direct");
  EXPECT_THROW(world.parameters_changed(), Error);
  parameter_named(world.parameters(), "method").set("cg");
  world.parameters_changed();
  world.advance({.steps = 8});
  EXPECT_TRUE(world.finite_now());
}

/// Steps with both methods, switching between them.
TEST_P(JointTrees, StepAsConjugateGradientsDo) {
  JointsModel model = any_trees(12, 5);
  for (RigidBody& body : model.bodies) fill_evenly(body, 1000.0);
  for (RigidJoint& joint : model.joints) {  // at the bodies' current poses
    const glm::dvec3 at_m = pose_of(model, joint.body_a).position_m;
    if (joint.kind == JointKind::universal)
      joint = universal_at(model, joint.body_a, joint.body_b, at_m, at_m, {1.0, 1.0, 0.0},
                           {0.0, 0.0, 1.0});
    else if (joint.kind != JointKind::distance)
      joint = joint_at(model, joint.kind, joint.body_a, joint.body_b, at_m, {1.0, 1.0, 0.0});
  }
  std::vector<std::vector<RigidPose>> ends;
  for (const char* method : {"cg", "direct", "both"}) {
    JointsSettings settings = exact(0.005f);
    if (method != std::string("both")) settings.method = method;
    JointsWorld world(exec(), model, settings);
    for (int half = 0; half < 2; ++half) {
      for (int i = 0; i < 10; ++i) world.advance({.steps = 4});
      if (method != std::string("both")) continue;
      parameter_named(world.parameters(), "method").set("direct");
      world.parameters_changed();
    }
    ends.push_back(world.joints().poses());
    world.request_residuals();
    exec().synchronize();
    EXPECT_LT(world.residuals().at("joint"), 1e-8) << method;
  }
  double moved_m = 0.0;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    for (const auto& other : {ends[1], ends[2]})
      EXPECT_LT(glm::distance(ends[0][b].position_m, other[b].position_m), 1e-6) << b;
    moved_m =
        std::max(moved_m, glm::distance(ends[0][b].position_m, model.bodies[b].pose.position_m));
  }
  EXPECT_GT(moved_m, 0.05);
}

TEST(JointTree, HoldsWhatTheMouseDrags) {
  Exec exec(Backend::serial);
  JointsSettings settings;
  settings.method = "direct";
  JointsWorld world(exec, chain_along_x(3, 0.3f, {0.0, 1.0, 0.0}), settings);
  world.grab(2);
  const glm::vec3 goal_m(0.3f, 0.6f, 0.3f);
  world.drag_to(goal_m);
  for (int i = 0; i < 100; ++i) world.advance({.steps = 4});
  EXPECT_LT(glm::distance(glm::vec3(world.joints().poses()[2].position_m), goal_m), 0.03f);
  world.release(true);
  for (int i = 0; i < 20; ++i) world.advance({.steps = 4});
  EXPECT_LT(glm::distance(glm::vec3(world.joints().poses()[2].position_m), goal_m), 0.03f);
}

}  // namespace
}  // namespace limber
