#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "sim/plants/cubic_forces.h"

namespace limber {

/// A part's shape reduced to a few modes: displacements u = U q in its own frame. Units: kg, m, s,
/// N, with mass-normalised modes (q in m sqrt(kg)).
///
/// Masses are consistent, not lumped: sums over nodes below stand for integrals over the part.
/// The full U also has rows for nodes at the middle of edges, and U^T M U = 1 holds with these;
/// node_modes and drawn_modes are U at the part's own nodes and at the drawn vertices.
struct ReducedShape {
  int modes = 0;                   ///< r
  Eigen::MatrixXd node_modes;      ///< U: 3 nodes x r; x, y and z of node 0 first
  Eigen::MatrixXd drawn_modes;     ///< the same at the drawn vertices: 3 vertices x r
  Eigen::MatrixXd stiffness;       ///< U^T K U: r x r; diagonal if all modes are linear ones
  Eigen::VectorXd frequencies_Hz;  ///< of the linear modes, which come first; ascending
  std::optional<CubicForces> cubic;

  double mass_kg = 0.0;
  Eigen::Vector3d first_moment_kg_m{0.0, 0.0, 0.0};  ///< sum m x about the frame's origin
  Eigen::Matrix3d second_moment_kg_m2 = Eigen::Matrix3d::Zero();  ///< sum m x x^T
  Eigen::MatrixXd linear;                                         ///< sum m U: 3 x r
  std::vector<Eigen::Matrix3d> moments;                           ///< of each mode k: sum m U_k x^T
  std::vector<Eigen::MatrixXd> gyroscopic;  ///< three r x r: sum m (U_k x U_l) along x, y and z
};

}  // namespace limber
