#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace limber {

/// Forces of a St. Venant-Kirchhoff solid as polynomials of q: exact for every q (Barbic, James,
/// "Real-time subspace integration for St. Venant-Kirchhoff deformable models", 2005).
struct CubicForces {
  int modes = 0;
  /// f_i = sum linear_ij q_j + sum_{j<=k} quadratic_ijk q_j q_k + sum_{j<=k<=l} cubic_ijkl q_j q_k
  /// q_l. Row i; the columns in the order of loops over j, k, l.
  Eigen::MatrixXd linear, quadratic, cubic;
};

/// A part's shape reduced to a few modes: its displacements are u = U q in its own frame. Masses
/// are lumped to nodes, so that every integral below is a sum over nodes. Units: kg, m, s, N, with
/// mass-normalised modes (q in m sqrt(kg)).
struct ReducedShape {
  int modes = 0;                   ///< r
  Eigen::MatrixXd node_modes;      ///< U: 3 nodes x r; x, y and z of node 0 first; U^T M U = 1
  Eigen::MatrixXd drawn_modes;     ///< the same at the drawn vertices: 3 vertices x r
  Eigen::MatrixXd stiffness;       ///< U^T K U: r x r; diagonal where all modes are linear ones
  Eigen::VectorXd frequencies_Hz;  ///< of the linear modes, rising
  std::optional<CubicForces> cubic;

  double mass_kg = 0.0;
  Eigen::Vector3d first_moment_kg_m;        ///< sum m x about the frame's origin
  Eigen::Matrix3d second_moment_kg_m2;      ///< sum m x x^T
  Eigen::MatrixXd linear;                   ///< sum m U: 3 x r
  std::vector<Eigen::Matrix3d> moments;     ///< of each mode k: sum m U_k x^T
  std::vector<Eigen::MatrixXd> gyroscopic;  ///< three r x r: sum m (U_k x U_l) along x, y and z
};

}  // namespace limber
