// Thin shells of flat triangles, linear at rest, which need not be flat as a whole.
//
// Membrane: constant strain triangles. Bending: [Grinspun06], which on a plate is Morley's triangle
// [Morley68]: each edge e has one more unknown, the rotation x_e about the edge of the fibre
// through its middle, and a triangle's change of curvature is the sum over its edges of
// length / area * phi * n n^T, where n is the edge's outward normal in the plane of the triangle
// and phi the slope of the fibre along n relative to the triangle. This is exactly 0 for rigid
// rotations, and adjacent triangles share the fibre, which transmits bending across any crease. The
// fibres have no mass.

#include "sim/plants/shell_model.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include "sim/mesh/topology.h"

namespace limber {

namespace {

/// A triangle's nine coordinates and the rotations at its three edges; side k goes from corner k to
/// the next.
constexpr int unknowns = 12;
using ElementMatrix = Eigen::Matrix<double, unknowns, unknowns>;
using StrainMatrix = Eigen::Matrix<double, 3, unknowns>;

struct ShellTriangle {
  Eigen::Vector3d corners_m[3];
  std::array<double, 3> side_sign;  ///< -1 if the edge has the opposite direction to the side
};

/// Plane stress matrix: stress from in-plane strain (xx, yy, 2 xy).
Eigen::Matrix3d plane_stress_Pa(const PartMaterial& material) {
  const double nu = material.poisson_ratio;
  Eigen::Matrix3d c;
  c << 1.0, nu, 0.0, nu, 1.0, 0.0, 0.0, 0.0, 0.5 * (1.0 - nu);
  return material.young_modulus_Pa / (1.0 - nu * nu) * c;
}

ElementMatrix stiffness(const ShellTriangle& triangle, const PartMaterial& material, double h_m) {
  const auto& x = triangle.corners_m;
  const Eigen::Vector3d area_vector = 0.5 * (x[1] - x[0]).cross(x[2] - x[0]);
  const double area = area_vector.norm();
  const Eigen::Vector3d normal = area_vector / area, along = (x[1] - x[0]).normalized(),
                        across = normal.cross(along);
  // The gradient of the barycentric coordinate of a corner points away from the opposite side.
  Eigen::Vector3d gradient[3];
  for (int a = 0; a < 3; ++a)
    gradient[a] = normal.cross(x[(a + 2) % 3] - x[(a + 1) % 3]) / (2.0 * area);
  StrainMatrix strain = StrainMatrix::Zero(), curvature = StrainMatrix::Zero();
  for (int a = 0; a < 3; ++a) {
    const double g = gradient[a].dot(along), h = gradient[a].dot(across);
    strain.block<1, 3>(0, 3 * a) = g * along.transpose();
    strain.block<1, 3>(1, 3 * a) = h * across.transpose();
    strain.block<1, 3>(2, 3 * a) = (h * along + g * across).transpose();
  }
  for (int side = 0; side < 3; ++side) {
    const Eigen::Vector3d edge = x[(side + 1) % 3] - x[side];
    const Eigen::Vector3d outward = edge.cross(normal).normalized();
    const double n = outward.dot(along), m = outward.dot(across);
    const Eigen::Vector3d share = edge.norm() / area * Eigen::Vector3d(n * n, m * m, 2.0 * n * m);
    // A unit rotation about the edge moves points on the outward side by -1 along the normal.
    curvature.col(9 + side) -= triangle.side_sign[side] * share;
    for (int a = 0; a < 3; ++a)
      curvature.block<3, 3>(0, 3 * a) -= share * gradient[a].dot(outward) * normal.transpose();
  }
  const Eigen::Matrix3d c = plane_stress_Pa(material);
  return area * (h_m * strain.transpose() * c * strain +
                 h_m * h_m * h_m / 12.0 * curvature.transpose() * c * curvature);
}

/// The index of each edge in edges_of().
std::map<std::pair<int, int>, int> numbered_edges(const std::vector<glm::uvec3>& triangles) {
  std::map<std::pair<int, int>, int> number;
  for (const glm::ivec2& edge : edges_of(triangles).edges)
    number.emplace(std::minmax(edge.x, edge.y), static_cast<int>(number.size()));
  return number;
}

}  // namespace

FullModel shell_model(const PartShape& shape) {
  const auto nodes = static_cast<int>(shape.nodes_m.size());
  const auto number_of_edge = numbered_edges(shape.triangles);
  const std::vector<bool> clamped = clamped_nodes(shape);
  FullModel model;
  model.part_nodes = nodes;
  model.nodes_m.resize(nodes, 3);
  model.held.assign(3 * nodes + number_of_edge.size(), false);
  for (int i = 0; i < nodes; ++i) {
    model.nodes_m.row(i) = vector_of(shape.nodes_m[i]);
    std::fill_n(model.held.begin() + 3 * i, 3, clamped[i]);
  }
  for (const auto& [ends, edge] : number_of_edge)
    model.held[3 * nodes + edge] = clamped[ends.first] && clamped[ends.second];
  std::vector<Eigen::Triplet<double>> masses, entries;
  for (const glm::uvec3& t : shape.triangles) {
    ShellTriangle triangle;
    std::array<int, unknowns> coordinate;
    for (int k = 0; k < 3; ++k) {
      const int a = static_cast<int>(t[k]), b = static_cast<int>(t[(k + 1) % 3]);
      triangle.corners_m[k] = vector_of(shape.nodes_m[a]);
      triangle.side_sign[k] = a < b ? 1.0 : -1.0;
      for (int axis = 0; axis < 3; ++axis) coordinate[3 * k + axis] = 3 * a + axis;
      coordinate[9 + k] = 3 * nodes + number_of_edge.at(std::minmax(a, b));
    }
    const auto& x = triangle.corners_m;
    const double mass = 0.5 * (x[1] - x[0]).cross(x[2] - x[0]).norm() *
                        static_cast<double>(shape.thickness_m) * shape.material.density_kg_m3;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        masses.emplace_back(t[a], t[b], mass * (a == b ? 2.0 : 1.0) / 12.0);
    const ElementMatrix k = stiffness(triangle, shape.material, shape.thickness_m);
    for (int i = 0; i < unknowns; ++i)
      for (int j = 0; j < unknowns; ++j)
        if (coordinate[i] >= coordinate[j] && !model.held[coordinate[i]] &&
            !model.held[coordinate[j]])
          entries.emplace_back(coordinate[i], coordinate[j], k(i, j));
  }
  model.mass_kg.resize(nodes, nodes);
  model.mass_kg.setFromTriplets(masses.begin(), masses.end());
  model.stiffness.resize(model.coordinates(), model.coordinates());
  model.stiffness.setFromTriplets(entries.begin(), entries.end());
  return model;
}

}  // namespace limber
