#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/fem/element.h"
#include "sim/fem/element_mesh.h"

namespace limber {

/// Homogeneous and isotropic.
struct ElasticMaterial {
  float young_modulus_Pa = 1e6f;  ///< above 0
  float poisson_ratio = 0.3f;     ///< above -1 and below 0.5 (incompressible)
  float density_kg_m3 = 1000.0f;  ///< above 0
};

/// Throws Error(bad_input), naming the value, if `material` is out of bounds.
void check(const ElasticMaterial& material);

/// The straight-edged rest tetrahedron with these corners; it must not be degenerate.
Tetrahedron<double> rest_tetrahedron(const glm::dvec3 (&corners_m)[4],
                                     const ElasticMaterial& material);

/// Lower limit of an element's smallest height over its longest edge. The condition number of the
/// stiffness grows with its inverse square: below this limit, none of a float's 7 digits are left.
constexpr double flattest_in_single = 1e-3;
/// The same for the 16 digits of a double, with coordinates in single precision.
constexpr double flattest_in_double = 1e-5;

/// Throws Error(bad_input), with index and position, for an element that has a node out of range,
/// is inverted or is flatter than `flattest`.
template <int N>
void check_elements(const ElementMesh<N>& mesh, double flattest);

/// Input of the kernels in kernels/fem for one body.
struct ElementData {
  std::vector<Tetrahedron<float>> rest;  ///< one per element
  std::vector<float> node_masses_kg;     ///< lumped: the row sums of the consistent mass matrix
};

/// Throws Error(bad_input) for a material out of bounds, for a node that belongs to no element
/// (with index and position), and as check_elements() does with flattest_in_single.
template <int N>
ElementData element_data(const ElementMesh<N>& mesh, const ElasticMaterial& material);

}  // namespace limber
