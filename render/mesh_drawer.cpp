#include "render/mesh_drawer.h"

#include <glad/gl.h>

#include <cstddef>

#include "kernels/published_vertex.h"

namespace limber {

MeshDrawer::MeshDrawer() : meshes_(make_vertex_array()), none_(make_vertex_array()) {
  const unsigned array = meshes_.name();
  static_assert(offsetof(PublishedVertex, scalar) == 12);
  glVertexArrayAttribFormat(array, 0, 4, GL_FLOAT, GL_FALSE, offsetof(PublishedVertex, position_m));
  glVertexArrayAttribFormat(array, 1, 3, GL_FLOAT, GL_FALSE, offsetof(PublishedVertex, normal));
  for (unsigned attribute : {0u, 1u}) {
    glEnableVertexArrayAttrib(array, attribute);
    glVertexArrayAttribBinding(array, attribute, 0);
  }
}

void MeshDrawer::use(unsigned vertices, unsigned triangles) const {
  glVertexArrayVertexBuffer(meshes_.name(), 0, vertices, 0, sizeof(PublishedVertex));
  glVertexArrayElementBuffer(meshes_.name(), triangles);
  glBindVertexArray(meshes_.name());
}

void MeshDrawer::draw(int first_triangle, int triangle_count) const {
  const auto offset = static_cast<std::uintptr_t>(first_triangle) * sizeof(glm::uvec3);
  glDrawElements(GL_TRIANGLES, 3 * triangle_count, GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(offset));
}

void MeshDrawer::draw(const DrawnFluidMesh& mesh) const {
  use(mesh.vertices, mesh.triangles);
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, mesh.triangles);
  glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, nullptr);
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

void MeshDrawer::use_none() const { glBindVertexArray(none_.name()); }

}  // namespace limber
