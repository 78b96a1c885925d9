#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

// Surfaces made by rule, and what a surface weighs.

namespace limber {

/// A rectangle of columns x rows vertices with one diagonal a cell, vertex (c, r) at index
/// r * columns + c, around `center_m`; `right` and `down` are its unit directions and its front
/// looks along cross(down, right). Both counts at least 2.
TriangleMesh grid_mesh(int columns, int rows, glm::vec2 size_m, glm::vec3 center_m, glm::vec3 right,
                       glm::vec3 down);

/// A geodesic sphere: an icosahedron whose edges are halved `subdivisions` times.
TriangleMesh ball_mesh(int subdivisions, float radius_m, glm::vec3 center_m);

/// Scales a mesh so that its largest side is `size_m`, around `center_m`. A mesh without extent
/// stays as it is.
void fit(TriangleMesh& mesh, float size_m, glm::vec3 center_m);

/// Each vertex weighs a third of the triangles around it.
std::vector<float> vertex_masses_kg(const TriangleMesh& mesh, float density_kg_m2);

/// Mean length of the triangles' sides; 0 where there are none.
double mean_edge_m(const TriangleMesh& surface);

}  // namespace limber
