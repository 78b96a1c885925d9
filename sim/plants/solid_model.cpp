// Tetrahedra of kernels/fem/element.h, in double precision and with consistent masses, which makes
// mass, moments and inertia of a part exact. The quadratic ones have straight edges with a node at
// the middle of each: [Weber11]. Quadrature: [Walkington00], 14 points, exact to degree 5.

#include "sim/plants/solid_model.h"

#include <array>

#include "sim/fem/element_data.h"
#include "sim/fem/element_mesh.h"

namespace limber {

namespace {

struct QuadraturePoint {
  std::array<double, 4> barycentric;
  double weight;
};

std::vector<QuadraturePoint> fourteen_points() {
  std::vector<QuadraturePoint> points;
  const auto add_corners = [&](double others, double weight) {
    for (int corner = 0; corner < 4; ++corner) {
      QuadraturePoint point{{others, others, others, others}, weight};
      point.barycentric[corner] = 1.0 - 3.0 * others;
      points.push_back(point);
    }
  };
  add_corners(0.31088591926330060980, 0.11268792571801585080);
  add_corners(0.092735250310891226402, 0.073493043116361949544);
  constexpr double near = 0.045503704125649649492;
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) {
      QuadraturePoint point{{near, near, near, near}, 0.042546020777081466438};
      point.barycentric[i] = point.barycentric[j] = 0.5 - near;
      points.push_back(point);
    }
  return points;
}

TetraMesh tetra_mesh_of(const PartShape& shape) {
  TetraMesh mesh{shape.nodes_m, {}};
  for (const glm::uvec4& t : shape.tetrahedra) mesh.tetrahedra.emplace_back(t);
  return mesh;
}

/// The node of an edge is clamped if both its ends are.
template <int N>
std::vector<bool> held_coordinates(const PartShape& shape, const ElementMesh<N>& mesh) {
  std::vector<bool> clamped = clamped_nodes(shape);
  clamped.resize(mesh.nodes_m.size(), false);
  for (const ElementNodes<N>& element : mesh.elements)
    for (int a = 4; a < N; ++a) {
      const Basis<N> basis(a);
      clamped[element.at[a]] = clamped[element.at[basis.i]] && clamped[element.at[basis.j]];
    }
  std::vector<bool> held;
  held.reserve(3 * clamped.size());
  for (const bool node : clamped) held.insert(held.end(), 3, node);
  return held;
}

template <int N>
SolidModel assembled(const PartShape& shape, const ElementMesh<N>& mesh) {
  check_elements(mesh, flattest_in_double);
  const ElasticMaterial material{shape.material.young_modulus_Pa, shape.material.poisson_ratio,
                                 shape.material.density_kg_m3};
  const auto nodes = static_cast<int>(mesh.nodes_m.size());
  SolidModel model;
  model.nodes_each = N;
  FullModel& full = model.full;
  full.part_nodes = static_cast<int>(shape.nodes_m.size());
  full.held = held_coordinates(shape, mesh);
  full.nodes_m.resize(nodes, 3);
  for (int i = 0; i < full.part_nodes; ++i) full.nodes_m.row(i) = vector_of(mesh.nodes_m[i]);
  std::vector<Eigen::Triplet<double>> masses, stiffness;
  masses.reserve(mesh.elements.size() * N * N);
  stiffness.reserve(mesh.elements.size() * N * (N + 1) / 2 * 9);
  for (const ElementNodes<N>& element : mesh.elements) {
    glm::dvec3 corners[4];
    for (int k = 0; k < 4; ++k) corners[k] = shape.nodes_m[element.at[k]];
    for (int a = 4; a < N; ++a) {
      const Basis<N> basis(a);
      full.nodes_m.row(element.at[a]) = 0.5 * vector_of(corners[basis.i] + corners[basis.j]);
    }
    const Tetrahedron<double>& rest =
        model.elements.emplace_back(rest_tetrahedron(corners, material));
    model.element_nodes.insert(model.element_nodes.end(), element.at, element.at + N);
    for (int a = 0; a < N; ++a)
      for (int b = 0; b < N; ++b) {
        const int row = element.at[a], column = element.at[b];
        masses.emplace_back(row, column, consistent_mass<N>(rest, a, b));
        if (row < column || full.held[3 * row] || full.held[3 * column]) continue;
        const glm::dmat3 block = stiffness_block<N>(rest, a, b);
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < (row == column ? i + 1 : 3); ++j)
            stiffness.emplace_back(3 * row + i, 3 * column + j, block[j][i]);
      }
  }
  full.mass_kg.resize(nodes, nodes);
  full.mass_kg.setFromTriplets(masses.begin(), masses.end());
  full.stiffness.resize(3 * nodes, 3 * nodes);
  full.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
  return model;
}

template <int N>
StrainPoint strain_point(const Tetrahedron<double>& element, const QuadraturePoint& point) {
  StrainPoint result;
  result.volume_m3 = point.weight * element.volume_m3;
  result.gradient_per_m.resize(3, N);
  for (int a = 0; a < N; ++a) {
    const Basis<N> basis(a);
    const glm::dvec3 gradient =
        N == 4 ? element.gradient_per_m[a]
               : (basis.on_edge() ? 2.0 : 1.0) *
                     (point.barycentric[basis.i] * element.gradient_per_m[basis.j] +
                      point.barycentric[basis.j] * element.gradient_per_m[basis.i]);
    result.gradient_per_m.col(a) = vector_of(gradient);
  }
  return result;
}

}  // namespace

std::vector<StrainPoint> SolidModel::strain_points(std::size_t element) const {
  if (nodes_each == 4) return {strain_point<4>(elements[element], {{}, 1.0})};
  static const std::vector<QuadraturePoint> points = fourteen_points();
  std::vector<StrainPoint> result;
  for (const QuadraturePoint& point : points)
    result.push_back(strain_point<10>(elements[element], point));
  return result;
}

SolidModel solid_model(const PartShape& shape, ElementOrder order) {
  const TetraMesh mesh = tetra_mesh_of(shape);
  return order == ElementOrder::linear ? assembled(shape, linear_mesh(mesh))
                                       : assembled(shape, quadratic_mesh(mesh));
}

}  // namespace limber
