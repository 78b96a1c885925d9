#pragma once

#include <Eigen/Core>
#include <vector>

#include "kernels/fem/element.h"
#include "sim/plants/full_model.h"
#include "sim/plants/plant.h"

namespace limber {

enum class ElementOrder {
  linear,     ///< 4 nodes: far too stiff when bent, unless there are many elements across
  quadratic,  ///< 10 nodes, in Bernstein-Bezier form: bends well with one element across
};

/// Where the strain of an element is sampled: a weight of the volume, and how the displacements of
/// the element's nodes make the gradient of the displacement there.
struct StrainPoint {
  double volume_m3;
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 10> gradient_per_m;  ///< a column a node
};

/// A solid part: its linear model, and its elements for what is not linear in displacements.
struct SolidModel {
  FullModel full;
  int nodes_each = 0;  ///< 4 or 10
  std::vector<int> element_nodes;
  std::vector<Tetrahedron<double>> elements;

  /// At an element these integrate polynomials of degree 4 in the gradient of displacement exactly,
  /// and so the elastic energy of a St. Venant-Kirchhoff solid.
  std::vector<StrainPoint> strain_points(std::size_t element) const;
};

/// Of a part that check_part() lets pass. Throws Error(bad_input) for tetrahedra that are inside
/// out or without volume.
SolidModel solid_model(const PartShape& shape, ElementOrder order);

}  // namespace limber
