#pragma once

#include <vector>

#include "render/scene_buffers.h"
#include "render/shared_vertices.h"

namespace limber {

/// Draws triangles of PublishedVertex: attributes 0 (position, scalar) and 1 (normal), and, for
/// woven cloth, 2 (its position on the sheet).
class MeshDrawer {
 public:
  MeshDrawer();
  /// Sets the buffers of the following draws and binds the vertex array.
  void use(unsigned vertices, unsigned triangles) const;
  void use(unsigned vertices, unsigned triangles, unsigned rest_m) const;  ///< of woven cloth
  void draw(int first_triangle, int triangle_count) const;
  /// Draws indirectly: the triangle buffer begins with the draw command. Binds the vertex array.
  void draw(const DrawnFluidMesh& mesh) const;
  /// Binds an empty vertex array, for shaders that make their own vertices.
  void use_none() const;

 private:
  GlVertexArray meshes_;
  GlVertexArray woven_;
  GlVertexArray none_;
};

}  // namespace limber
