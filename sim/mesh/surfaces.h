#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

// Generators and measures of surfaces.

namespace limber {

/// A rectangle of columns x rows vertices (at least 2 x 2) with one diagonal per cell, vertex (c,
/// r) at index r * columns + c, around `center_m`; `right` and `down` are its unit directions, and
/// its front faces cross(down, right).
TriangleMesh grid_mesh(int columns, int rows, glm::vec2 size_m, glm::vec3 center_m, glm::vec3 right,
                       glm::vec3 down);

/// A geodesic sphere: an icosahedron, subdivided `subdivisions` times.
TriangleMesh ball_mesh(int subdivisions, float radius_m, glm::vec3 center_m);

/// Scales a mesh to a largest extent of `size_m` and centres it at `center_m`. A mesh without
/// extent stays as it is.
void fit(TriangleMesh& mesh, float size_m, glm::vec3 center_m);

/// The mass of a vertex is a third of that of the triangles around it.
std::vector<float> vertex_masses_kg(const TriangleMesh& mesh, float density_kg_m2);

/// Mean length of the triangles' sides; 0 without triangles.
double mean_edge_m(const TriangleMesh& surface);

}  // namespace limber
