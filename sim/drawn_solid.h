#pragma once

#include "sim/drawn_surface.h"
#include "sim/solid.h"

namespace limber {

/// Adds the drawn surface of a solid whose first node is `base`. draw_boundary(): adds the boundary
/// triangles of its mesh; called where the solid has no separate drawn surface.
template <class DrawBoundary>
void add_drawn(DrawnSurface& drawn, const Solid& solid, int base,
               const DrawBoundary& draw_boundary) {
  const int first_triangle = static_cast<int>(drawn.triangles.size());
  if (solid.drawn.triangles.empty()) {
    draw_boundary();
  } else {
    const auto first_vertex = static_cast<unsigned>(drawn.vertices.size());
    for (const Attachment& a : solid.drawn_on_mesh)
      drawn.vertices.push_back({a.corners + base, a.weights});
    for (const glm::uvec3& t : solid.drawn.triangles) drawn.triangles.push_back(t + first_vertex);
  }
  const int triangles = static_cast<int>(drawn.triangles.size()) - first_triangle;
  drawn.parts.push_back({first_triangle, triangles, solid.material});
}

}  // namespace limber
