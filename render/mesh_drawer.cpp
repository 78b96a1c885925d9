#include "render/mesh_drawer.h"

#include <glad/gl.h>

#include <cstddef>

#include "kernels/published_vertex.h"

namespace limber {

namespace {

GlVertexArray array_of_published_vertices() {
  GlVertexArray made = make_vertex_array();
  const unsigned array = made.name();
  static_assert(offsetof(PublishedVertex, scalar) == 12);
  glVertexArrayAttribFormat(array, 0, 4, GL_FLOAT, GL_FALSE, offsetof(PublishedVertex, position_m));
  glVertexArrayAttribFormat(array, 1, 3, GL_FLOAT, GL_FALSE, offsetof(PublishedVertex, normal));
  for (unsigned attribute : {0u, 1u}) {
    glEnableVertexArrayAttrib(array, attribute);
    glVertexArrayAttribBinding(array, attribute, 0);
  }
  return made;
}

void bind(const GlVertexArray& array, unsigned vertices, unsigned triangles) {
  glVertexArrayVertexBuffer(array.name(), 0, vertices, 0, sizeof(PublishedVertex));
  glVertexArrayElementBuffer(array.name(), triangles);
  glBindVertexArray(array.name());
}

}  // namespace

MeshDrawer::MeshDrawer()
    : meshes_(array_of_published_vertices()),
      woven_(array_of_published_vertices()),
      none_(make_vertex_array()) {
  glVertexArrayAttribFormat(woven_.name(), 2, 3, GL_FLOAT, GL_FALSE, 0);
  glEnableVertexArrayAttrib(woven_.name(), 2);
  glVertexArrayAttribBinding(woven_.name(), 2, 1);
}

void MeshDrawer::use(unsigned vertices, unsigned triangles) const {
  bind(meshes_, vertices, triangles);
}

void MeshDrawer::use(unsigned vertices, unsigned triangles, unsigned rest_m) const {
  glVertexArrayVertexBuffer(woven_.name(), 1, rest_m, 0, sizeof(glm::vec3));
  bind(woven_, vertices, triangles);
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
