#include "sim/skin.h"

#include <algorithm>

#include "kernels/launch.h"
#include "sim/mesh/topology.h"
#include "sim/publish_label.h"

namespace limber {

namespace {

Attachment on_particle(int particle) { return {glm::ivec4(particle), {1.0f, 0.0f, 0.0f, 0.0f}}; }

bool is_particle_itself(const Attachment& a, int particle) {
  return a.corners.x == particle && a.weights.x == 1.0f;
}

}  // namespace

Skin::Skin(const Exec& exec, const DrawnSurface& drawn, int particles)
    : drawn_vertices_(static_cast<int>(drawn.vertices.size())), host_attachments_(drawn.vertices) {
  bool same = drawn_vertices_ == particles;
  for (int i = 0; i < particles && same; ++i) same = is_particle_itself(host_attachments_[i], i);
  first_particle_vertex_ = same ? 0 : drawn_vertices_;
  for (int i = 0; i < particles && !same; ++i) host_attachments_.push_back(on_particle(i));

  attachments_ = {exec, host_attachments_};
  set_triangles(exec, drawn.triangles);
  placed_ = {exec, vertices()};
  values_ = {exec, particles};
}

void Skin::set_triangles(const Exec& exec, const std::vector<glm::uvec3>& triangles) {
  const Lists at_vertex = triangles_at_vertices(vertices(), triangles);
  triangles_ = {exec, triangles};
  triangles_of_vertex_first_ = {exec, at_vertex.first};
  triangles_of_vertex_ = {exec, at_vertex.items};
}

void Skin::publish(const Exec& exec, const Request& request) {
  launch(exec, publish_label, vertices(),
         PlaceVertices{.attachments = attachments_.view(),
                       .current = request.current,
                       .previous = request.previous,
                       .blend = request.blend,
                       .values = values_.view().part(0, request.measured ? values_.size() : 0),
                       .placed = placed_.view()});
  launch(exec, publish_label, vertices(),
         PublishVertices{.placed = placed_.view(),
                         .triangles_of_vertex = {triangles_of_vertex_first_.view(),
                                                 triangles_of_vertex_.view()},
                         .triangles = triangles_.view(),
                         .not_finite = request.not_finite,
                         .out = request.out});
}

void Skin::archive(Archive& archive) {
  archive.scratch(attachments_, triangles_, triangles_of_vertex_first_, triangles_of_vertex_);
  archive.scratch(placed_, values_);
}

}  // namespace limber
