#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <glm/glm.hpp>
#include <vector>

#include "sim/plants/plant.h"

namespace limber {

/// x, y and z of one node a row, so that the same numbers also are one long vector of coordinates.
using NodeRows = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// The finite elements of a part before anything is reduced. Its first nodes are those of the
/// PartShape; solids of quadratic elements have more. The first coordinates are x, y and z of each
/// node in turn; those of shells are followed by rotations without mass.
struct FullModel {
  int part_nodes = 0;  ///< how many of the nodes are those of the PartShape
  NodeRows nodes_m;
  Eigen::SparseMatrix<double> mass_kg;    ///< nodes x nodes, the same along x, y and z
  Eigen::SparseMatrix<double> stiffness;  ///< of all coordinates; its lower triangle only
  std::vector<bool> held;                 ///< of each coordinate: those that are clamped

  int node_count() const { return static_cast<int>(nodes_m.rows()); }
  int coordinates() const { return static_cast<int>(held.size()); }
};

inline Eigen::Vector3d vector_of(const glm::dvec3& x) { return {x.x, x.y, x.z}; }

/// Clamped or not, node by node.
inline std::vector<bool> clamped_nodes(const PartShape& shape) {
  std::vector<bool> clamped(shape.nodes_m.size(), false);
  for (const int node : shape.clamped) clamped[node] = true;
  return clamped;
}

}  // namespace limber
