#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/pbd/pull.h"
#include "sim/grabber.h"
#include "sim/mesh/topology.h"

namespace limber {

/// Grabs and pins of the user on a system of particles.
///
/// A vertex is grabbed with its neighbourhood, which is made as heavy as its body, so that the grab
/// carries the body and not just one light vertex. Particles that the scene pins stay pinned and
/// are never held.
class ParticleGrabber {
 public:
  ParticleGrabber(const Exec& exec, const std::vector<Particle>& initial,
                  const std::vector<int>& body_of_particle, const std::vector<Corners<2>>& edges);

  /// The neighbourhoods of later grabs follow these edges.
  void set_edges(const std::vector<Corners<2>>& edges);
  bool empty() const { return grabber_.empty(); }
  int grabbed_vertex() const { return grabber_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const { return grabber_.pinned_vertices(); }
  const std::string& notice() const { return grabber_.notice(); }

  /// Grabs the particle with the largest weight in a vertex, and its neighbourhood; returns the
  /// position of the vertex. This and the next two wait for the backend; recorded frames must be
  /// forgotten.
  glm::vec3 grab(const Exec& exec, PingPong<Particle>& positions, int vertex,
                 const Attachment& attachment);
  void release(const Exec& exec, PingPong<Particle>& positions, bool pin, glm::vec3 goal_m);
  void clear_pins(const Exec& exec, PingPong<Particle>& positions);
  void forget();  ///< after the particles have been reset

  /// Launched at the start of a substep: moves the references of all holds.
  void lead(const Exec& exec, View<const FrameInputs> inputs, View<const Particle> before,
            View<const Particle> earlier, float dt_s);
  /// Launches the constraint. first: in this substep.
  void hold(const Exec& exec, View<const Particle> before, View<Particle> particles, bool first,
            float dt_s);
  void archive(Archive& archive);

 private:
  struct Held {
    Attachment attachment;
    std::vector<int> particles;
    std::vector<float> inverse_mass_per_kg;

    template <class Bytes>
    void each(Bytes& bytes) {
      bytes(attachment);
      bytes(particles);
      bytes(inverse_mass_per_kg);
    }
  };
  /// Uploads the holds to the solver.
  void list(const Exec& exec);
  /// Makes held particles as heavy as their body and gives all others their initial mass.
  void update(const Exec& exec, PingPong<Particle>& positions);

  std::vector<float> initial_inverse_mass_;
  std::vector<int> body_of_particle_;
  std::vector<float> body_mass_kg_;
  Lists neighbors_;  ///< of each particle, along edges
  Grabber<Held> grabber_;
  std::vector<int> weighed_;    ///< particles whose mass is not the initial one
  Buffer<ParticlePull> pulls_;  ///< of each hold
  Buffer<HeldParticle> held_;
};

}  // namespace limber
