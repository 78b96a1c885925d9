#include "sim/plants/surface_normals.h"

#include "kernels/launch.h"
#include "sim/mesh/topology.h"

namespace limber {

SurfaceNormals::SurfaceNormals(const Exec& exec, int vertices,
                               const std::vector<glm::uvec3>& triangles)
    : triangles_(exec, triangles), face_normals_(exec, static_cast<int>(triangles.size())) {
  const Lists at_vertex = triangles_at_vertices(vertices, triangles);
  triangles_of_vertex_first_ = {exec, at_vertex.first};
  triangles_of_vertex_ = {exec, at_vertex.items};
  exec.synchronize();  // before the lists are freed
}

void SurfaceNormals::publish(const Exec& exec, const char* label, const Request& request) {
  launch(exec, label, triangles_.size(),
         FaceNormals{.placed_m = request.placed_m,
                     .triangles = triangles_.view(),
                     .normals = face_normals_.view()});
  launch(exec, label, request.out.size,
         PublishFromFaces{.placed_m = request.placed_m,
                          .face_normals = face_normals_.view(),
                          .triangles_of_vertex = {triangles_of_vertex_first_.view(),
                                                  triangles_of_vertex_.view()},
                          .not_finite = request.not_finite,
                          .out = request.out});
}

void SurfaceNormals::publish_in_one_stage(const Exec& exec, const char* label,
                                          const Request& request) {
  launch(exec, label, request.out.size,
         PublishInOneStage{.placed_m = request.placed_m,
                           .triangles = triangles_.view(),
                           .triangles_of_vertex = {triangles_of_vertex_first_.view(),
                                                   triangles_of_vertex_.view()},
                           .not_finite = request.not_finite,
                           .out = request.out});
}

void SurfaceNormals::archive(Archive& archive) {
  archive.picture(triangles_, triangles_of_vertex_first_, triangles_of_vertex_, face_normals_);
}

}  // namespace limber
