#pragma once

#include <Eigen/Core>
#include <vector>

#include "kernels/fem/element.h"
#include "sim/plants/full_model.h"
#include "sim/plants/plant.h"

namespace limber {

enum class ElementOrder {
  linear,     ///< 4 nodes: far too stiff in bending, unless there are many elements across
  quadratic,  ///< 10 nodes, in Bernstein-Bezier form: bends well with one element across
};

/// A quadrature point of an element: its weight, and the matrix from the displacements of the
/// element's nodes to the displacement gradient there.
struct StrainPoint {
  double volume_m3;
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 10> gradient_per_m;  ///< one column per node
};

/// A solid part: its linear model, and its elements for forces nonlinear in the displacements.
struct SolidModel {
  FullModel full;
  int nodes_each = 0;  ///< 4 or 10
  std::vector<int> element_nodes;
  std::vector<Tetrahedron<double>> elements;

  /// Quadrature points of an element. Exact for polynomials of degree 4 in the displacement
  /// gradient, hence for the elastic energy of a St. Venant-Kirchhoff solid.
  std::vector<StrainPoint> strain_points(std::size_t element) const;
};

/// The part must pass check_part(). Throws Error(bad_input) for inverted or degenerate tetrahedra.
SolidModel solid_model(const PartShape& shape, ElementOrder order);

}  // namespace limber
