#include "sim/pbd/hand.h"

#include <algorithm>

#include "kernels/launch.h"

namespace limber {

namespace {
constexpr int rings = 2;                            // of edges around the vertex
constexpr float spring_per_s = 40.0f;               // settles within a tenth of a second
constexpr float acceleration_limit_m_s2 = 4000.0f;  // a flick of the mouse, not an explosion
constexpr float heaviest = 200.0f;                  // times a particle's own mass
}  // namespace

Hand::Hand(const std::vector<Particle>& initial, const std::vector<int>& body_of_particle,
           const std::vector<Corners<2>>& edges)
    : body_of_particle_(body_of_particle) {
  const int n = static_cast<int>(initial.size());
  std::vector<int> ends;
  for (const auto& e : edges) ends.insert(ends.end(), {e.at[0], e.at[1]});
  neighbors_ = elements_at(n, ends, 1);  // positions in `ends`; the other end is one bit away
  for (int& item : neighbors_.items) item = ends[item ^ 1];
  for (int i = 0; i < n; ++i) {
    const float w = initial[i].inverse_mass_per_kg;
    initial_inverse_mass_.push_back(w);
    const auto body = static_cast<std::size_t>(body_of_particle[i]);
    if (body >= body_mass_kg_.size()) body_mass_kg_.resize(body + 1, 0.0f);
    if (w > 0.0f) body_mass_kg_[body] += 1.0f / w;
  }
}

void Hand::grab(const Exec& exec, PingPong<Particle>& positions, int vertex, int center,
                glm::vec3 anchor_m) {
  release(exec, positions, false);
  const std::vector<Particle> now = positions.current().download(exec);
  held_.clear();
  std::vector<GrabbedParticle> grabbed;
  float held_mass_kg = 0.0f;
  for (int particle : within_rings(neighbors_, center, rings)) {
    const float w = initial_inverse_mass_[particle];
    if (w == 0.0f) continue;
    held_.push_back(particle);
    grabbed.push_back({particle, now[particle].position_m - anchor_m});
    held_mass_kg += 1.0f / w;
  }
  unpin_what_is_near(exec, positions);
  const float share = held_mass_kg / std::max(body_mass_kg_[body_of_particle_[center]], 1e-20f);
  const float lightness = std::clamp(share, 1.0f / heaviest, 1.0f);
  std::vector<float> inverse_mass;
  for (int particle : held_) inverse_mass.push_back(initial_inverse_mass_[particle] * lightness);
  set_inverse_mass(exec, positions, held_, inverse_mass, false);
  grabbed_ = {exec, grabbed};
  grabbed_vertex_ = vertex;
}

/// A pin goes as a whole: half of one would hold as fast as all of it.
void Hand::unpin_what_is_near(const Exec& exec, PingPong<Particle>& positions) {
  for (std::size_t i = pinned_.size(); i-- > 0;) {
    const std::vector<int> freed = pinned_[i];
    const bool near = std::any_of(freed.begin(), freed.end(), [&](int particle) {
      return std::find(held_.begin(), held_.end(), particle) != held_.end();
    });
    if (!near) continue;
    pinned_.erase(pinned_.begin() + static_cast<std::ptrdiff_t>(i));
    pinned_vertices_.erase(pinned_vertices_.begin() + static_cast<std::ptrdiff_t>(i));
    set_inverse_mass(exec, positions, freed, initial_of(freed), false);
  }
}

void Hand::release(const Exec& exec, PingPong<Particle>& positions, bool pin) {
  if (grabbed_vertex_ < 0) return;
  set_inverse_mass(exec, positions, held_,
                   pin ? std::vector<float>(held_.size(), 0.0f) : initial_of(held_), pin);
  if (pin) {
    pinned_vertices_.push_back(grabbed_vertex_);
    pinned_.push_back(held_);
  }
  grabbed_vertex_ = -1;
}

std::vector<float> Hand::initial_of(const std::vector<int>& particles) const {
  std::vector<float> inverse_mass;
  for (int particle : particles) inverse_mass.push_back(initial_inverse_mass_[particle]);
  return inverse_mass;
}

void Hand::forget() {
  grabbed_vertex_ = -1;
  pinned_vertices_.clear();
  pinned_.clear();
}

void Hand::pull(const Exec& exec, View<const FrameInputs> inputs, View<const Particle> before,
                View<Particle> predicted, float dt_s) const {
  if (grabbed_vertex_ < 0) return;
  launch(exec, "hand", grabbed_.size(),
         PullGrabbed{grabbed_.view(), inputs, before, predicted, spring_per_s,
                     acceleration_limit_m_s2, dt_s});
}

void Hand::set_inverse_mass(const Exec& exec, PingPong<Particle>& positions,
                            const std::vector<int>& which, const std::vector<float>& values,
                            bool stop) {
  const Buffer<int> which_there(exec, which);
  const Buffer<float> values_there(exec, values);
  launch(exec, "hand", static_cast<int>(which.size()),
         SetInverseMass{which_there.view(), values_there.view(), positions.current().view(),
                        positions.next().view(), stop});
  exec.synchronize();  // the two buffers go away
}

}  // namespace limber
