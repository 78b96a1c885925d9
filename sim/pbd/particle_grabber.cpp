#include "sim/pbd/particle_grabber.h"

#include <algorithm>

#include "kernels/gather.h"
#include "kernels/launch.h"

namespace limber {

namespace {
constexpr int edge_rings = 2;         // of edges around the vertex
constexpr float heaviest = 200.0f;    // max. mass of a held particle over its own
constexpr float limit_m_s2 = 150.0f;  // max. acceleration of the held particles
}  // namespace

ParticleGrabber::ParticleGrabber(const Exec& exec, const std::vector<Particle>& initial,
                                 const std::vector<int>& body_of_particle,
                                 const std::vector<Corners<2>>& edges)
    : body_of_particle_(body_of_particle), grabber_(exec) {
  set_edges(edges);
  for (std::size_t i = 0; i < initial.size(); ++i) {
    const float w = initial[i].inverse_mass_per_kg;
    initial_inverse_mass_.push_back(w);
    const auto body = static_cast<std::size_t>(body_of_particle[i]);
    if (body >= body_mass_kg_.size()) body_mass_kg_.resize(body + 1, 0.0f);
    if (w > 0.0f) body_mass_kg_[body] += 1.0f / w;
  }
}

void ParticleGrabber::set_edges(const std::vector<Corners<2>>& edges) {
  std::vector<int> ends;
  for (const auto& e : edges) ends.insert(ends.end(), {e.at[0], e.at[1]});
  // Indices into `ends`; the other end of the edge is at index ^ 1.
  neighbors_ = elements_at(static_cast<int>(body_of_particle_.size()), ends, 1);
  for (int& item : neighbors_.items) item = ends[item ^ 1];
}

glm::vec3 ParticleGrabber::grab(const Exec& exec, PingPong<Particle>& positions, int vertex,
                                const Attachment& attachment) {
  int center = 0;
  for (int k = 1; k < 4; ++k)
    if (attachment.weights[k] > attachment.weights[center]) center = k;
  center = attachment.corners[center];
  Held held{attachment, {}, {}};
  float held_mass_kg = 0.0f;
  for (const int particle : within_rings(neighbors_, center, edge_rings)) {
    const float w = initial_inverse_mass_[particle];
    if (w == 0.0f) continue;
    held.particles.push_back(particle);
    held_mass_kg += 1.0f / w;
  }
  const float share = held_mass_kg / std::max(body_mass_kg_[body_of_particle_[center]], 1e-20f);
  const float lightness = std::clamp(share, 1.0f / heaviest, 1.0f);
  for (const int particle : held.particles)
    held.inverse_mass_per_kg.push_back(initial_inverse_mass_[particle] * lightness);
  const std::vector<Particle> corners = gathered(
      exec, positions.current(),
      {attachment.corners.x, attachment.corners.y, attachment.corners.z, attachment.corners.w});
  glm::vec3 at_m(0.0f);
  for (int k = 0; k < 4; ++k) at_m += corners[k].position_m * attachment.weights[k];
  grabber_.grab(exec, vertex, held, [&](const Held& pin) {
    return std::find_first_of(pin.particles.begin(), pin.particles.end(), held.particles.begin(),
                              held.particles.end()) != pin.particles.end();
  });
  update(exec, positions);
  return at_m;
}

void ParticleGrabber::release(const Exec& exec, PingPong<Particle>& positions, bool pin,
                              glm::vec3 goal_m) {
  grabber_.release(exec, pin, goal_m);
  update(exec, positions);
}

void ParticleGrabber::clear_pins(const Exec& exec, PingPong<Particle>& positions) {
  grabber_.clear_pins(exec);
  update(exec, positions);
}

void ParticleGrabber::forget() {
  grabber_.forget();
  weighed_.clear();
}

void ParticleGrabber::list(const Exec& exec) {
  weighed_.clear();
  std::vector<ParticlePull> pulls;
  std::vector<HeldParticle> all;
  for (const auto& hold : grabber_.holds()) {
    for (const int particle : hold.attachment.particles) {
      all.push_back({particle, static_cast<int>(pulls.size())});
      weighed_.push_back(particle);
    }
    pulls.push_back({.attachment = hold.attachment.attachment});
  }
  exec.synchronize();
  pulls_ = {exec, pulls};
  held_ = {exec, all};
}

void ParticleGrabber::update(const Exec& exec, PingPong<Particle>& positions) {
  std::vector<int> which = weighed_;
  std::vector<float> values;
  for (const int particle : which) values.push_back(initial_inverse_mass_[particle]);
  list(exec);
  for (const auto& hold : grabber_.holds())
    for (std::size_t i = 0; i < hold.attachment.particles.size(); ++i) {
      const int particle = hold.attachment.particles[i];
      const auto at = std::find(which.begin(), which.end(), particle) - which.begin();
      const float w = hold.attachment.inverse_mass_per_kg[i];
      if (at < static_cast<std::ptrdiff_t>(which.size())) {
        values[at] = w;
      } else {
        which.push_back(particle);
        values.push_back(w);
      }
    }
  const Buffer<int> which_there(exec, which);
  const Buffer<float> values_there(exec, values);
  launch(exec, "grab", static_cast<int>(which.size()),
         SetInverseMass{which_there.view(), values_there.view(), positions.current().view()});
  exec.synchronize();  // before the two buffers are freed
}

void ParticleGrabber::lead(const Exec& exec, View<const FrameInputs> inputs,
                           View<const Particle> before, View<const Particle> earlier, float dt_s) {
  launch(exec, "grab", grabber_.states().size,
         LeadParticles{readable(pulls_), before, earlier, inputs, grabber_.states(), dt_s});
}

void ParticleGrabber::hold(const Exec& exec, View<const Particle> before, View<Particle> particles,
                           bool first, float dt_s) {
  if (grabber_.empty()) return;
  launch(
      exec, "grab", pulls_.size(),
      AimParticles{grabber_.states(), before, particles, pulls_.view(), first, limit_m_s2, dt_s});
  launch(exec, "grab", held_.size(), ShiftParticles{readable(held_), readable(pulls_), particles});
}

void ParticleGrabber::archive(Archive& archive) {
  grabber_.archive(archive, [this](const Exec& exec) {
    list(exec);
    exec.synchronize();
  });
  archive.scratch(pulls_, held_);
}

}  // namespace limber
