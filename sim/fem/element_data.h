#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/fem/element.h"
#include "sim/fem/element_mesh.h"

namespace limber {

/// The same everywhere and in every direction.
struct ElasticMaterial {
  float young_modulus_Pa = 1e6f;  ///< above 0
  float poisson_ratio = 0.3f;     ///< above -1 and below 0.5, where nothing could be compressed
  float density_kg_m3 = 1000.0f;  ///< above 0
};

/// Throws Error(bad_input), naming the value, unless `material` is within its bounds.
void check(const ElasticMaterial& material);

/// The tetrahedron of these corners (in m) with straight edges, at rest; it has to have a volume.
Tetrahedron<double> rest_tetrahedron(const glm::dvec3 (&corners_m)[4],
                                     const ElasticMaterial& material);

/// The smallest height of an element over its longest edge. The condition of its stiffness goes
/// with the square of it: below this there is nothing left of the seven digits of a float.
constexpr double flattest_in_single = 1e-3;
/// The same for the sixteen digits of a double, of which the coordinates have seven.
constexpr double flattest_in_double = 1e-5;

/// Throws Error(bad_input) for an element with a node that does not exist, one that is inside out
/// and one flatter than `flattest`, by their index and place.
template <int N>
void check_elements(const ElementMesh<N>& mesh, double flattest);

/// What the kernels of kernels/fem need of a body.
struct ElementData {
  std::vector<Tetrahedron<float>> rest;  ///< one an element
  std::vector<float> node_masses_kg;     ///< lumped: the row sums of the consistent mass matrix
};

/// Throws Error(bad_input) for a material out of its bounds, a node that no element has, by its
/// index and place, and for what check_elements() refuses in single precision.
template <int N>
ElementData element_data(const ElementMesh<N>& mesh, const ElasticMaterial& material);

}  // namespace limber
