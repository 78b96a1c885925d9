// Linear modal analysis of a part that is clamped at its base: [Pentland89]; [Barbic11, section 4].

#include "sim/plants/reduce.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "kernels/error.h"
#include "sim/mesh/place_text.h"
#include "sim/plants/check_part.h"
#include "sim/plants/mass_integrals.h"
#include "sim/plants/modal_analysis.h"
#include "sim/plants/modal_derivatives.h"
#include "sim/plants/project_cubic_forces.h"
#include "sim/plants/shell_model.h"

namespace limber {

namespace {

/// Mass integrals of a rigid part from its drawn triangles: as a shell, or as the signed sum of the
/// tetrahedra between them and the origin.
ReducedShape rigid(const PartShape& shape) {
  ReducedShape reduced;
  const double density = shape.material.density_kg_m3, thickness = shape.thickness_m;
  for (const glm::uvec3& t : shape.drawn.triangles) {
    Eigen::Matrix3d x;
    for (int k = 0; k < 3; ++k) x.col(k) = vector_of(shape.drawn.positions_m[t[k]]);
    const double area = 0.5 * (x.col(1) - x.col(0)).cross(x.col(2) - x.col(0)).norm();
    const bool shell = thickness > 0.0;
    const double mass = density * (shell ? thickness * area : x.determinant() / 6.0);
    // Simplex with n corners: the mean of x is sum x / n, that of x x^T is
    // (sum x_a x_a^T + sum x sum x^T) / (n (n + 1)); a fourth corner at the origin adds 0.
    const double n = shell ? 3.0 : 4.0;
    const Eigen::Vector3d sum = x.rowwise().sum();
    reduced.mass_kg += mass;
    reduced.first_moment_kg_m += mass / n * sum;
    reduced.second_moment_kg_m2 +=
        mass / (n * (n + 1.0)) * (x * x.transpose() + sum * sum.transpose());
  }
  if (!shape.drawn.triangles.empty() && !(reduced.mass_kg > 0.0))
    throw Error(ExitCode::bad_input,
                "a rigid part encloses no volume; close its surface, wind it the other way, or "
                "give it a thickness_m");
  reduced.linear.resize(3, 0);
  reduced.gyroscopic.assign(3, Eigen::MatrixXd(0, 0));
  return reduced;
}

void check_size(const FullModel& model) {
  const auto coordinates = std::count(model.held.begin(), model.held.end(), false);
  if (coordinates > max_coordinates)
    throw Error(ExitCode::bad_input,
                fmt::format("the part has {} free degrees of freedom, but modes are computed for "
                            "at most {}; fill it with fewer tetrahedra, in larger cells",
                            coordinates, max_coordinates));
}

void check_options(const PartShape& shape, const ReduceOptions& options) {
  if (shape.modes == 0) return;
  const auto refuse = [](const std::string& why) { throw Error(ExitCode::bad_input, why); };
  if (options.linear_modes < 0 || options.linear_modes > shape.modes)
    refuse(fmt::format("linear_modes is {}, but must be from 0 to the part's {}",
                       options.linear_modes, counted(shape.modes, "mode", "modes")));
  const bool derivatives = options.linear_modes > 0 && options.linear_modes < shape.modes;
  if (shape.tetrahedra.empty() && (derivatives || options.cubic_forces))
    refuse("modal derivatives and cubic forces are those of solids, but the part is a shell");
}

}  // namespace

Eigen::MatrixXd drawn_modes_of(const PartShape& shape, const Eigen::MatrixXd& node_modes) {
  const auto drawn = static_cast<Eigen::Index>(shape.drawn.positions_m.size());
  if (shape.drawn_on_nodes.empty()) return node_modes.topRows(3 * drawn);
  Eigen::MatrixXd modes = Eigen::MatrixXd::Zero(3 * drawn, node_modes.cols());
  for (Eigen::Index v = 0; v < drawn; ++v) {
    const Attachment& on = shape.drawn_on_nodes[v];
    for (int k = 0; k < 4; ++k)
      if (on.weights[k] != 0.0f)
        modes.middleRows<3>(3 * v) +=
            static_cast<double>(on.weights[k]) * node_modes.middleRows<3>(3 * on.corners[k]);
  }
  return modes;
}

ReducedShape reduce(const PartShape& shape, const ReduceOptions& options, Progress& progress) {
  check_part(shape);
  const bool is_solid = !shape.tetrahedra.empty();
  if (!is_solid && shape.triangles.empty()) return rigid(shape);
  check_options(shape, options);
  SolidModel solid;
  if (is_solid)
    solid = solid_model(shape, options.elements);
  else
    solid.full = shell_model(shape);
  const FullModel& model = solid.full;
  ReducedShape reduced;
  reduced.modes = shape.modes;
  Eigen::MatrixXd modes(3 * model.node_count(), 0);
  if (shape.modes > 0) {
    check_size(model);
    progress.report("factoring the stiffness of a part", -1.0f);
    const StaticSolver solver(model);
    const int linear_count = options.linear_modes > 0 ? options.linear_modes : shape.modes;
    LinearModes linear = linear_modes(model, solver, linear_count, progress);
    reduced.frequencies_Hz = linear.squared_per_s2.cwiseSqrt() / (2.0 * std::numbers::pi);
    if (linear_count < shape.modes) {
      modes = with_modal_derivatives(solid, solver, linear, shape.modes, progress);
      reduced.stiffness =
          modes.transpose() * (model.stiffness.selfadjointView<Eigen::Lower>() * modes);
    } else {
      modes = std::move(linear.shapes);
      reduced.stiffness = linear.squared_per_s2.asDiagonal();
    }
    if (options.cubic_forces) reduced.cubic = project_cubic_forces(solid, modes, progress);
  }
  reduced.node_modes = modes.topRows(3 * model.part_nodes);
  reduced.drawn_modes = drawn_modes_of(shape, reduced.node_modes);
  integrate_masses(model, modes, reduced);
  return reduced;
}

}  // namespace limber
