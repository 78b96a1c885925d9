#pragma once

#include <vector>

#include "render/scene_buffers.h"
#include "render/shared_vertices.h"

namespace limber {

/// Draws triangles of PublishedVertex: attributes 0 (position, scalar) and 1 (normal), and of woven
/// cloth 2 (its place on the sheet).
class MeshDrawer {
 public:
  MeshDrawer();
  /// The buffers of the draws that follow; the vertex array is bound.
  void use(unsigned vertices, unsigned triangles) const;
  void use(unsigned vertices, unsigned triangles, unsigned rest_m) const;  ///< of woven cloth
  void draw(int first_triangle, int triangle_count) const;
  /// Triangles that follow a command in their buffer, as many as that says; the vertex array is
  /// bound.
  void draw(const DrawnFluidMesh& mesh) const;
  /// Nothing bound but an empty array, for shaders that make their own vertices.
  void use_none() const;

 private:
  GlVertexArray meshes_;
  GlVertexArray woven_;
  GlVertexArray none_;
};

}  // namespace limber
