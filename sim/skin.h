#pragma once

#include <vector>

#include "kernels/attachment.h"
#include "kernels/buffer.h"
#include "kernels/pbd/project.h"
#include "kernels/pbd/publish.h"
#include "sim/archive.h"
#include "sim/drawn_surface.h"

namespace limber {

/// The drawn surface of a system of particles; positions and normals are computed by the solver.
///
/// Unless the vertices of the surface are the particles themselves, they are followed by the
/// particles, as vertices that no triangle uses: views of constraints draw lines between them.
class Skin {
 public:
  Skin(const Exec& exec, const DrawnSurface& drawn, int particles);

  /// Replaces the triangles. No frame may be in flight.
  void set_triangles(const Exec& exec, const std::vector<glm::uvec3>& triangles);

  int drawn_vertices() const { return drawn_vertices_; }
  int vertices() const { return static_cast<int>(host_attachments_.size()); }
  int vertex_of_particle(int particle) const { return first_particle_vertex_ + particle; }
  /// How a vertex is attached to the particles.
  const Attachment& attachment(int vertex) const { return host_attachments_[vertex]; }

  /// One value per particle, for the view of a field: written before publish().
  View<float> values() { return values_.view(); }

  struct Request {
    View<const Particle> current;
    View<const Particle> previous;  ///< the state before the last step; empty: show `current`
    float blend = 1.0f;
    bool measured = false;  ///< whether values() are shown
    View<const int> not_finite;
    View<PublishedVertex> out;
  };
  void publish(const Exec& exec, const Request& request);
  void archive(Archive& archive);

 private:
  int drawn_vertices_;
  int first_particle_vertex_;
  std::vector<Attachment> host_attachments_;
  Buffer<Attachment> attachments_;
  Buffer<glm::uvec3> triangles_;
  Buffer<int> triangles_of_vertex_first_, triangles_of_vertex_;
  Buffer<glm::vec4> placed_;
  Buffer<float> values_;
};

}  // namespace limber
