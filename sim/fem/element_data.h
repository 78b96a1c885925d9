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

/// What the kernels of kernels/fem need of a body.
struct ElementData {
  std::vector<Tetrahedron<float>> rest;  ///< one an element
  std::vector<float> node_masses_kg;     ///< lumped: the row sums of the consistent mass matrix
};

/// Throws Error(bad_input) for a material out of its bounds, a node that no element has, and an
/// element with a node that does not exist, one that is inside out and one so flat that single
/// precision could not tell: these by their index and place.
template <int N>
ElementData element_data(const ElementMesh<N>& mesh, const ElasticMaterial& material);

}  // namespace limber
