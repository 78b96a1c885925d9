#pragma once

#include "sim/mesh/triangle_mesh.h"
#include "sim/publish.h"

namespace limber {

/// Adds vertex normals for drawing: smooth where the angle between neighbouring triangles is below
/// `crease_rad`; elsewhere vertices are duplicated for a sharp edge. Vertices at the same position
/// count as one. Degenerate triangles are left out. The material is the default one.
StaticMesh creased(const TriangleMesh& mesh, float crease_rad);

}  // namespace limber
