#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/pbd/pull.h"
#include "sim/grabber.h"
#include "sim/mesh/topology.h"

namespace limber {

/// The user's hold on a system of particles.
///
/// A vertex is grabbed with its neighbourhood, which is made as heavy as the body it belongs to:
/// the grab then carries the body instead of a single light vertex. What the scene pins stays
/// pinned and is never held.
class ParticleGrabber {
 public:
  ParticleGrabber(const Exec& exec, const std::vector<Particle>& initial,
                  const std::vector<int>& body_of_particle, const std::vector<Corners<2>>& edges);

  /// What is grabbed from now on is held with what these join it to.
  void set_edges(const std::vector<Corners<2>>& edges);
  bool empty() const { return grabber_.empty(); }
  int grabbed_vertex() const { return grabber_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const { return grabber_.pinned_vertices(); }
  const std::string& notice() const { return grabber_.notice(); }

  /// Takes hold of the particle that carries most of a vertex and what lies around it; returns
  /// where the vertex is. Waits, as all that change what is held; frames have to be forgotten.
  glm::vec3 grab(const Exec& exec, PingPong<Particle>& positions, int vertex,
                 const Attachment& attachment);
  void release(const Exec& exec, PingPong<Particle>& positions, bool pin, glm::vec3 goal_m);
  void clear_pins(const Exec& exec, PingPong<Particle>& positions);
  void forget();  ///< the particles have been reset

  /// Launches what a substep begins with: the references move.
  void lead(const Exec& exec, View<const FrameInputs> inputs, View<const Particle> before,
            View<const Particle> earlier, float dt_s);
  /// Launches the constraint, once more in a substep or for the first time.
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
  /// What is held, where the solver runs.
  void list(const Exec& exec);
  /// All that is held is as heavy as its body, and all else as it was in the beginning.
  void update(const Exec& exec, PingPong<Particle>& positions);

  std::vector<float> initial_inverse_mass_;
  std::vector<int> body_of_particle_;
  std::vector<float> body_mass_kg_;
  Lists neighbors_;  ///< other ends of the edges at a particle
  Grabber<Held> grabber_;
  std::vector<int> weighed_;    ///< particles that are not as heavy as in the beginning
  Buffer<ParticlePull> pulls_;  ///< of each hold
  Buffer<HeldParticle> held_;
};

}  // namespace limber
