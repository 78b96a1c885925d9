#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <glm/glm.hpp>
#include <vector>

#include "sim/plants/plant.h"

namespace limber {

/// One node per row; row-major, so that the data can be viewed as one vector of coordinates.
using NodeRows = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// The unreduced finite element model of a part. Its first nodes are those of the PartShape; solids
/// of quadratic elements have more. The coordinates are x, y and z of each node in turn; shells
/// have massless rotations after them.
struct FullModel {
  int part_nodes = 0;  ///< number of nodes of the PartShape
  NodeRows nodes_m;
  Eigen::SparseMatrix<double> mass_kg;    ///< nodes x nodes, the same along x, y and z
  Eigen::SparseMatrix<double> stiffness;  ///< of all coordinates; lower triangle only
  std::vector<bool> held;                 ///< of each coordinate: whether it is clamped

  int node_count() const { return static_cast<int>(nodes_m.rows()); }
  int coordinates() const { return static_cast<int>(held.size()); }
};

inline Eigen::Vector3d vector_of(const glm::dvec3& x) { return {x.x, x.y, x.z}; }

/// For each node, whether it is clamped.
inline std::vector<bool> clamped_nodes(const PartShape& shape) {
  std::vector<bool> clamped(shape.nodes_m.size(), false);
  for (const int node : shape.clamped) clamped[node] = true;
  return clamped;
}

}  // namespace limber
