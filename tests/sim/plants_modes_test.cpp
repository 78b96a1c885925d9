// Modes of single parts against beam theory, and for consistency.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "kernels/error.h"
#include "sim/plants/attachment_motion.h"
#include "sim/plants/modal_analysis.h"
#include "sim/plants/reduce.h"
#include "sim/plants/shell_model.h"
#include "tests/sim/small_parts.h"

namespace limber {
namespace {

/// Frequency of a cantilever Euler-Bernoulli beam with a rectangular cross-section.
double beam_frequency_Hz(double root, double depth_m, const PartMaterial& material) {
  const double length = beam_length_m, radius_m = depth_m / std::sqrt(12.0);
  return root * root / (2.0 * std::numbers::pi * length * length) * radius_m *
         std::sqrt(static_cast<double>(material.young_modulus_Pa) / material.density_kg_m3);
}

constexpr double roots[] = {1.8751040687, 4.6940911330};  // of cos x cosh x = -1

TEST(PlantsModes, SolidBeamSoundsAsInTheory) {
  const PartShape shape = small_beam({1, 10, 1}, 4);
  const ReducedShape r = reduced(shape);
  // In both bending directions, two each; slender enough for shear to reduce them by less than 1%.
  const double expected[] = {beam_frequency_Hz(roots[0], beam_depth_m, shape.material),
                             beam_frequency_Hz(roots[0], beam_width_m, shape.material),
                             beam_frequency_Hz(roots[1], beam_depth_m, shape.material),
                             beam_frequency_Hz(roots[1], beam_width_m, shape.material)};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(r.frequencies_Hz[k] / expected[k], 1.0, 0.03) << k;
}

TEST(PlantsModes, ShellStripSoundsAsInTheory) {
  const PartShape shape = small_strip(2, 20, 2);
  const ReducedShape r = reduced(shape);
  for (int k = 0; k < 2; ++k)
    EXPECT_NEAR(
        r.frequencies_Hz[k] / beam_frequency_Hz(roots[k], shape.thickness_m, shape.material), 1.0,
        0.03)
        << k;
}

TEST(PlantsModes, LanczosFindsWhatTheWholeMatrixHas) {
  // Few modes are computed by Lanczos, nearly all of them by a dense solve.
  const PartShape few = small_strip(2, 20, 6);
  PartShape many = few;
  many.modes = 60;
  const ReducedShape some = reduced(few), all = reduced(many);
  for (int k = 0; k < few.modes; ++k) {
    EXPECT_NEAR(some.frequencies_Hz[k] / all.frequencies_Hz[k], 1.0, 1e-7) << k;
    EXPECT_LT((some.node_modes.col(k) - all.node_modes.col(k)).norm(),
              1e-5 * all.node_modes.col(k).norm())
        << k;
  }
}

/// Masses of linear elements follow from the corners alone.
TEST(PlantsModes, AreMassOrthonormal) {
  const PartShape shape = small_strip(3, 12, 8);
  const Eigen::MatrixXd u = reduced(shape).node_modes;
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(shape.modes, shape.modes);
  for (const glm::uvec3& t : shape.triangles) {
    const glm::dvec3 a = shape.nodes_m[t.x], b = shape.nodes_m[t.y], c = shape.nodes_m[t.z];
    const double mass = 0.5 * glm::length(glm::cross(b - a, c - a)) *
                        static_cast<double>(shape.thickness_m) * shape.material.density_kg_m3;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        gram += mass * (i == j ? 2.0 : 1.0) / 12.0 * u.middleRows<3>(3 * t[i]).transpose() *
                u.middleRows<3>(3 * t[j]);
  }
  EXPECT_LT((gram - Eigen::MatrixXd::Identity(shape.modes, shape.modes)).cwiseAbs().maxCoeff(),
            1e-8);
}

TEST(PlantsModes, QuadraticElementsAreMassOrthonormalAndHaveNoStiffnessBesides) {
  const PartShape shape = small_beam({1, 6, 1}, 8);
  const SolidModel solid = solid_model(shape, ElementOrder::quadratic);
  const StaticSolver solver(solid.full);
  Progress progress;
  const LinearModes modes = linear_modes(solid.full, solver, shape.modes, progress);
  Eigen::MatrixXd masses = Eigen::MatrixXd::Zero(modes.shapes.rows(), modes.shapes.rows());
  for (int i = 0; i < solid.full.node_count(); ++i)
    for (int j = 0; j < solid.full.node_count(); ++j)
      masses.block<3, 3>(3 * i, 3 * j).diagonal().setConstant(solid.full.mass_kg.coeff(i, j));
  const Eigen::MatrixXd one = modes.shapes.transpose() * masses * modes.shapes;
  EXPECT_LT((one - Eigen::MatrixXd::Identity(8, 8)).cwiseAbs().maxCoeff(), 1e-8);
  const Eigen::MatrixXd stiffness =
      modes.shapes.transpose() *
      (solid.full.stiffness.selfadjointView<Eigen::Lower>() * modes.shapes);
  EXPECT_LT((stiffness - Eigen::MatrixXd(modes.squared_per_s2.asDiagonal())).cwiseAbs().maxCoeff(),
            1e-6 * modes.squared_per_s2[7]);
}

TEST(PlantsModes, ShellsTurnWithoutForce) {
  // A strip that is bent along itself and twisted, so that no two triangles are in one plane.
  PartShape shape = small_strip(3, 8, 1);
  for (glm::vec3& x : shape.nodes_m)
    x = {x.x * std::cos(x.y), x.y, 0.2f * x.y * x.y + x.x * std::sin(x.y)};
  shape.clamped.clear();
  const FullModel model = shell_model(shape);
  const auto nodes = static_cast<int>(shape.nodes_m.size());
  const Eigen::Vector3d axis(0.3, -0.5, 0.8);
  Eigen::VectorXd u = Eigen::VectorXd::Zero(model.coordinates());
  for (int i = 0; i < nodes; ++i)
    u.segment<3>(3 * i) =
        Eigen::Vector3d(1.0, 2.0, 3.0) + axis.cross(Eigen::Vector3d(model.nodes_m.row(i)));
  // Fibres rotate with the shell: each is in moment equilibrium.
  const int fibres = model.coordinates() - 3 * nodes;
  const Eigen::MatrixXd lower(model.stiffness);
  const Eigen::MatrixXd dense = lower.selfadjointView<Eigen::Lower>();
  u.tail(fibres) = dense.bottomRightCorner(fibres, fibres)
                       .ldlt()
                       .solve(-dense.bottomLeftCorner(fibres, 3 * nodes) * u.head(3 * nodes));
  EXPECT_LT((dense * u).norm(), 1e-9 * dense.norm() * u.norm());
}

TEST(PlantsModes, IntegralsAreThoseOfTheBox) {
  const ReducedShape r = reduced(small_beam({1, 6, 1}, 5));
  const double mass = 700.0 * beam_length_m * beam_width_m * beam_depth_m;
  EXPECT_NEAR(r.mass_kg / mass, 1.0, 1e-6);
  EXPECT_NEAR(r.first_moment_kg_m.y() / (mass * beam_length_m / 2), 1.0, 1e-6);
  EXPECT_NEAR(r.second_moment_kg_m2(0, 0) / (mass * beam_width_m * beam_width_m / 12), 1.0, 1e-6);
  EXPECT_NEAR(r.second_moment_kg_m2(1, 1) / (mass * beam_length_m * beam_length_m / 3), 1.0, 1e-6);
  EXPECT_NEAR(r.second_moment_kg_m2(0, 1), 0.0, 1e-8);
  // The first mode bends along z and is nearly that of the Euler-Bernoulli beam.
  const double share = r.linear(2, 0) / std::sqrt(mass);
  EXPECT_NEAR(std::abs(share), 0.783, 0.005);
  EXPECT_NEAR(std::abs(r.moments[0](2, 1)) / std::sqrt(mass), 0.569, 0.005);
  EXPECT_LT(std::abs(r.linear(0, 0)), 1e-2 * std::abs(r.linear(2, 0)));
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_LT((r.gyroscopic[axis] + r.gyroscopic[axis].transpose()).norm(), 1e-9);
  // Modes 0 and 1 are the same shape along z and x: their cross product is along y, all of it.
  EXPECT_NEAR(std::abs(r.gyroscopic[1](0, 1)), 1.0, 0.01);
}

TEST(PlantsModes, SlenderTwigsBendAsBeamsDo) {
  // 2 mm thick and 500 times as long.
  PartShape twig = small_beam({1, 8, 1}, 1);
  for (glm::vec3& x : twig.nodes_m) x = {x.x / 30.0f, x.y, x.z / 20.0f};
  EXPECT_NEAR(reduced(twig).frequencies_Hz[0] / beam_frequency_Hz(roots[0], 0.002, twig.material),
              1.0, 0.03);
}

TEST(PlantsModes, DrawnVerticesRideOnNodes) {
  PartShape shape = small_beam({1, 4, 1}, 3);
  const Eigen::MatrixXd u = reduced(shape).node_modes;
  EXPECT_EQ(reduced(shape).drawn_modes, u);
  shape.drawn.positions_m = {glm::vec3(0.0f)};
  shape.drawn_on_nodes = {{.corners = {7, 12, 0, 0}, .weights = {0.25f, 0.75f, 0.0f, 0.0f}}};
  const Eigen::MatrixXd drawn = reduced(shape).drawn_modes;
  ASSERT_EQ(drawn.rows(), 3);
  EXPECT_LT((drawn - 0.25 * u.middleRows<3>(21) - 0.75 * u.middleRows<3>(36)).norm(), 1e-12);
}

TEST(PlantsModes, SignsDoNotDependOnRounding) {
  const PartShape shape = small_beam({1, 6, 1}, 5);
  PartShape moved = shape;  // by less than a float's last digit of its largest coordinates
  for (glm::vec3& x : moved.nodes_m) x.x *= 1.0f + 1e-7f;
  const ReducedShape a = reduced(shape), b = reduced(moved);
  EXPECT_LT((a.node_modes - b.node_modes).norm(), 1e-3 * a.node_modes.norm());
}

TEST(PlantsModes, AttachmentsTurnWithTheBeam) {
  const PartShape shape = small_beam({2, 20, 2}, 4);
  const ReducedShape r = reduced(shape);
  const Eigen::Vector3d axis_point(0.0, 0.75, 0.0), side(beam_width_m / 2, 0.75, 0.0);
  const AttachmentMotion middle = attachment_at(shape, r, axis_point),
                         at_side = attachment_at(shape, r, side);
  ASSERT_EQ(middle.cols(), 4);
  // The beam's axis: node (1, j, 1) of 3 x 21 x 3.
  const auto on_axis = [&](int mode, int j, int axis) {
    return r.node_modes(3 * (1 + 3 * (j + 21)) + axis, mode);
  };
  const auto slope = [&](int mode, int axis) {
    return (on_axis(mode, 16, axis) - on_axis(mode, 14, axis)) / (beam_length_m / 10.0);
  };
  EXPECT_NEAR(middle(2, 0) / on_axis(0, 15, 2), 1.0, 1e-3);
  EXPECT_NEAR(middle(0, 1) / on_axis(1, 15, 0), 1.0, 1e-3);
  // Mode 0 bends along z and turns about x; mode 1 bends along x and turns about z, backwards.
  EXPECT_NEAR(middle(3, 0) / slope(0, 2), 1.0, 0.02);
  EXPECT_NEAR(at_side(3, 0) / slope(0, 2), 1.0, 0.02);
  EXPECT_NEAR(middle(5, 1) / -slope(1, 0), 1.0, 0.02);
  EXPECT_NEAR(at_side(5, 1) / -slope(1, 0), 1.0, 0.02);
  EXPECT_LT(attachment_at(shape, r, Eigen::Vector3d::Zero()).topRows<3>().norm(),
            1e-2 * middle.topRows<3>().norm());
}

TEST(PlantsModes, AttachmentsFollowRigidMotionsExactly) {
  const PartShape shape = small_beam({2, 20, 2}, 6);
  const Eigen::Vector3d point(0.04, 0.61, -0.01);
  ReducedShape moved;  // by a unit of each motion, rotating about the point
  moved.modes = 6;
  moved.node_modes.resize(3 * static_cast<int>(shape.nodes_m.size()), 6);
  for (int i = 0; i < static_cast<int>(shape.nodes_m.size()); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const Eigen::Vector3d unit = Eigen::Vector3d::Unit(axis);
      moved.node_modes.block<3, 1>(3 * i, axis) = unit;
      moved.node_modes.block<3, 1>(3 * i, 3 + axis) =
          unit.cross(vector_of(shape.nodes_m[i]) - point);
    }
  const AttachmentMotion motion = attachment_at(shape, moved, point);
  EXPECT_LT((motion - Eigen::MatrixXd::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(PlantsModes, RigidPartsWeigh) {
  PartShape box = small_beam({1, 2, 1}, 0);
  const ReducedShape by_elements = reduced(box);
  EXPECT_EQ(by_elements.node_modes.cols(), 0);
  for (const glm::uvec3& t :
       boundary_of(box_mesh({-0.03f, 0, -0.02f}, {0.03f, 1, 0.02f}, {1, 2, 1}).tetrahedra))
    box.drawn.triangles.push_back(t);
  box.tetrahedra.clear();
  const ReducedShape by_surface = reduced(box);
  EXPECT_NEAR(by_surface.mass_kg / by_elements.mass_kg, 1.0, 1e-6);
  EXPECT_LT((by_surface.second_moment_kg_m2 - by_elements.second_moment_kg_m2).norm(), 1e-6);
  EXPECT_EQ(attachment_at(box, by_surface, Eigen::Vector3d::Zero()).cols(), 0);
  PartShape leaf;
  leaf.drawn.positions_m = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  leaf.drawn.triangles = {{0, 1, 2}};
  EXPECT_THROW(reduced(leaf), Error) << "it encloses nothing";
  leaf.thickness_m = 0.001f;
  EXPECT_NEAR(reduced(leaf).mass_kg, 0.35, 1e-6);
  EXPECT_NEAR(reduced(leaf).second_moment_kg_m2(0, 1), 0.35 / 12.0, 1e-6);
}

}  // namespace
}  // namespace limber
