#include "tests/sim/small_plant.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace limber {
namespace {

/// Stiffness of the nodes' displacement along one axis.
Eigen::MatrixXd beam_stiffness(const Beam& beam) {
  const double h = beam.length_m / beam.nodes;
  Eigen::MatrixXd k = Eigen::MatrixXd::Zero(beam.nodes, beam.nodes);
  // Curvature at node i of i - 1, i, i + 1; nodes -1 and -2 are the root and fixed.
  for (int i = -1; i + 1 < beam.nodes; ++i) {
    Eigen::VectorXd curvature = Eigen::VectorXd::Zero(beam.nodes);
    const double weights[3] = {1, -2, 1};
    for (int n = 0; n < 3; ++n)
      if (i - 1 + n >= 0) curvature[i - 1 + n] = weights[n] / (h * h);
    k += beam.bending_N_m2 * h * curvature * curvature.transpose();
  }
  return k;
}

/// The kept modes along one axis: nodes x modes / 2, mass-normalized.
Eigen::MatrixXd beam_modes(const Beam& beam, Eigen::VectorXd& stiffness) {
  const double mass = beam.mass_kg / beam.nodes;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(beam_stiffness(beam) / mass);
  stiffness = solver.eigenvalues().head(beam.modes / 2);
  return solver.eigenvectors().leftCols(beam.modes / 2) / std::sqrt(mass);
}

/// Attachment of a part to a node: its displacement, and its rotation by central differences.
Eigen::MatrixXd beam_attachment(const Beam& beam, const ReducedShape& shape, int node) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(6, shape.modes);
  const double h = beam.length_m / beam.nodes;
  const int up = std::min(node + 1, beam.nodes - 1), down = node - 1;
  for (int k = 0; k < shape.modes; ++k) {
    a.col(k).head(3) = shape.node_modes.block(3 * node, k, 3, 1);
    const auto side = [&](int n, int axis) {
      return n < 0 ? 0.0 : shape.node_modes(3 * n + axis, k);
    };
    const double steps = h * (up - down);
    a(3, k) = (side(up, 2) - side(down, 2)) / steps;   // about x: towards z
    a(5, k) = -(side(up, 0) - side(down, 0)) / steps;  // about z: away from x
  }
  return a;
}

}  // namespace

glm::vec3 beam_node_m(const Beam& beam, int node) {
  return {0.0f, beam.length_m * (node + 1) / beam.nodes, 0.0f};
}

ReducedShape reduced_beam(const Beam& beam) {
  ReducedShape shape;
  shape.modes = beam.modes;
  Eigen::VectorXd eigenvalues;
  const Eigen::MatrixXd side = beam_modes(beam, eigenvalues);
  const int r = beam.modes, half = r / 2;
  shape.node_modes = Eigen::MatrixXd::Zero(3 * beam.nodes, r);
  shape.stiffness = Eigen::MatrixXd::Zero(r, r);
  shape.frequencies_Hz.resize(r);
  for (int k = 0; k < r; ++k) {
    for (int n = 0; n < beam.nodes; ++n)
      shape.node_modes(3 * n + (k < half ? 0 : 2), k) = side(n, k % half);
    shape.stiffness(k, k) = eigenvalues[k % half];
    shape.frequencies_Hz[k] = std::sqrt(eigenvalues[k % half]) / (2.0 * M_PI);
  }
  shape.drawn_modes = shape.node_modes;
  const double mass = beam.mass_kg / beam.nodes;
  shape.mass_kg = beam.mass_kg;
  shape.first_moment_kg_m.setZero();
  shape.second_moment_kg_m2.setZero();
  shape.linear = Eigen::MatrixXd::Zero(3, r);
  shape.moments.assign(r, Eigen::Matrix3d::Zero());
  shape.gyroscopic.assign(3, Eigen::MatrixXd::Zero(r, r));
  for (int n = 0; n < beam.nodes; ++n) {
    const glm::vec3 at = beam_node_m(beam, n);
    const Eigen::Vector3d x(at.x, at.y, at.z);
    shape.first_moment_kg_m += mass * x;
    shape.second_moment_kg_m2 += mass * x * x.transpose();
    for (int k = 0; k < r; ++k) {
      const Eigen::Vector3d u = shape.node_modes.block(3 * n, k, 3, 1);
      shape.linear.col(k) += mass * u;
      shape.moments[k] += mass * u * x.transpose();
      for (int l = 0; l < r; ++l) {
        const Eigen::Vector3d v = shape.node_modes.block(3 * n, l, 3, 1);
        for (int axis = 0; axis < 3; ++axis)
          shape.gyroscopic[axis](k, l) += mass * u.cross(v)[axis];
      }
    }
  }
  return shape;
}

PartShape drawn_beam(const Beam& beam) {
  PartShape shape;
  shape.modes = beam.modes;
  for (int n = 0; n < beam.nodes; ++n) {
    const glm::vec3 side(n % 2 == 0 ? 0.02f : -0.02f, 0.0f, 0.0f);
    shape.drawn.positions_m.push_back(beam_node_m(beam, n) + side);
    shape.drawn.normals.emplace_back(0.0f, 0.0f, 1.0f);
    if (n >= 2) shape.drawn.triangles.emplace_back(n - 2, n - 1, n);
  }
  return shape;
}

PlantsModel single_beam(const Beam& beam) {
  PlantsModel model;
  model.plant.shapes = {drawn_beam(beam)};
  model.reduced = {reduced_beam(beam)};
  model.plant.parts = {{}};
  model.attachments.resize(1);
  model.grown_under_gravity = false;
  return model;
}

std::shared_ptr<PlantsModel> lying(const Beam& beam) {
  auto model = std::make_shared<PlantsModel>(single_beam(beam));
  model->plant.parts[0].rest.quaternion = lying_turn;
  return model;
}

std::vector<double> upward(const PlantsModel& model, const Beam& beam, double along_m) {
  const ReducedShape& shape = model.reduced[0];
  const double place = along_m * beam.nodes / beam.length_m - 1.0;  // the root precedes node 0
  const int node = std::clamp(static_cast<int>(std::floor(place)), -1, beam.nodes - 2);
  std::vector<double> of;
  for (int k = 0; k < shape.modes; ++k) {
    const double before = node < 0 ? 0.0 : shape.node_modes(3 * node + 2, k);
    of.push_back(before + (place - node) * (shape.node_modes(3 * node + 5, k) - before));
  }
  return of;
}

void add_mounted(PlantsModel& model, const Beam& beam, int parent, int node, int shape,
                 glm::vec4 quaternion) {
  PlantPart part{.shape = shape, .parent = parent};
  const Pose& base = model.plant.parts[parent].rest;
  part.rest.position_m = base.position_m + rotated(base.quaternion, beam_node_m(beam, node));
  part.rest.quaternion = unit_quaternion(quaternion_product(base.quaternion, quaternion));
  model.attachments.push_back(
      beam_attachment(beam, model.reduced[model.plant.parts[parent].shape], node));
  model.plant.parts.push_back(part);
}

std::shared_ptr<PlantsModel> small_plant() {
  auto model = std::make_shared<PlantsModel>(single_beam(small_trunk));
  model->grown_under_gravity = true;
  model->plant.shapes.push_back(drawn_beam(small_twig));
  model->reduced.push_back(reduced_beam(small_twig));
  Beam leaf = small_twig;
  leaf.length_m = 0.1;
  leaf.mass_kg = 0.002;
  leaf.modes = 0;
  model->plant.shapes.push_back(drawn_beam(leaf));
  model->plant.shapes.back().thickness_m = 1e-3f;
  model->reduced.push_back(reduced_beam(leaf));
  for (int side = 0; side < 2; ++side) {
    const int first = static_cast<int>(model->plant.parts.size());
    const float sign = side == 0 ? 1.0f : -1.0f;
    add_mounted(*model, small_trunk, 0, side == 0 ? 15 : 9, 1, turn_of({0, 0, sign}));
    add_mounted(*model, small_twig, first, 9, 2, turn_of({sign, 0, 0}));
    add_mounted(*model, leaf, first + 1, 9, 2, turn_of({0, 0, 0.5f * sign}));
  }
  return model;
}

}  // namespace limber
