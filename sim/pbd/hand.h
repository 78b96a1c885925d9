#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/pbd/pull.h"
#include "sim/archive.h"
#include "sim/mesh/topology.h"

namespace limber {

/// The user's hold on a system of particles: what is grabbed, and what was pinned by letting go.
///
/// A vertex is grabbed with its neighbourhood, which is made as heavy as the body it belongs to:
/// the spring then carries the body instead of a single light vertex. What the scene pins stays
/// pinned and is never held.
class Hand {
 public:
  Hand(const std::vector<Particle>& initial, const std::vector<int>& body_of_particle,
       const std::vector<Corners<2>>& edges);

  int grabbed_vertex() const { return grabbed_vertex_; }
  const std::vector<int>& pinned() const { return pinned_vertices_; }

  /// Takes hold of the particle `center` and what lies around it at `vertex`, which is at
  /// `anchor_m` now and will follow the target. The exec waits. What was held before is let go.
  void grab(const Exec& exec, PingPong<Particle>& positions, int vertex, int center,
            glm::vec3 anchor_m);
  void release(const Exec& exec, PingPong<Particle>& positions, bool pin);
  void forget();  ///< the particles have been reset

  /// Launches the pull, if anything is held.
  void pull(const Exec& exec, View<const FrameInputs> inputs, View<const Particle> before,
            View<Particle> predicted, float dt_s) const;
  void archive(Archive& archive) { archive.scratch(grabbed_); }

 private:
  void unpin_what_is_near(const Exec& exec, PingPong<Particle>& positions);
  std::vector<float> initial_of(const std::vector<int>& particles) const;
  void set_inverse_mass(const Exec& exec, PingPong<Particle>& positions,
                        const std::vector<int>& which, const std::vector<float>& values, bool stop);

  std::vector<float> initial_inverse_mass_;
  std::vector<int> body_of_particle_;
  std::vector<float> body_mass_kg_;
  Lists neighbors_;  ///< other ends of the edges at a particle
  int grabbed_vertex_ = -1;
  std::vector<int> held_;  ///< particles in grabbed_
  std::vector<int> pinned_vertices_;
  std::vector<std::vector<int>> pinned_;  ///< what was held with each of them
  Buffer<GrabbedParticle> grabbed_;
};

}  // namespace limber
