#pragma once

#include "sim/mesh/triangle_mesh.h"
#include "sim/publish.h"

namespace limber {

/// The mesh with a normal at each vertex, for drawing: smooth where neighbouring triangles turn by
/// less than `crease_rad`, and sharp elsewhere, where vertices are doubled. Vertices at the same
/// place count as one. Triangles without an area are left out. The material is the default one.
StaticMesh creased(const TriangleMesh& mesh, float crease_rad);

}  // namespace limber
