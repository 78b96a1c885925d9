#include "sim/fem/node_hand.h"

#include <algorithm>
#include <utility>

namespace limber {

namespace {

constexpr int rings = 2;  // of elements around the node

}  // namespace

NodeHand::NodeHand(const Exec& exec, Lists neighbors, const std::vector<int>& body_of_node,
                   const std::vector<float>& masses_kg, std::vector<int> pinned)
    : neighbors_(std::move(neighbors)),
      body_of_node_(body_of_node),
      body_mass_kg_(body_of_node.empty() ? 0 : body_of_node.back() + 1, 0.0f),
      pinned_by_scene_(std::move(pinned)),
      pinned_nodes_(pinned_by_scene_),
      host_holds_(pinned_by_scene_.size()),
      pinned_(exec, pinned_nodes_),
      holds_(exec, host_holds_) {
  for (std::size_t i = 0; i < masses_kg.size(); ++i)
    body_mass_kg_[body_of_node_[i]] += masses_kg[i];
}

void NodeHand::grab(const Exec& exec, int vertex, int center, glm::vec3 anchor_m,
                    const std::vector<glm::vec3>& positions_m) {
  release(exec, false);
  grabbed_nodes_.clear();
  for (const int node : within_rings(neighbors_, center, rings))
    if (pinned_by_scene_[node] == 0) grabbed_nodes_.push_back(node);
  unpin_what_is_near();
  const float stiffness_N_m = body_mass_kg_[body_of_node_[center]] * spring_per_s * spring_per_s /
                              static_cast<float>(std::max<std::size_t>(grabbed_nodes_.size(), 1));
  for (const int node : grabbed_nodes_)
    host_holds_[node] = {positions_m[node] - anchor_m, stiffness_N_m};
  upload(exec);
  grabbed_vertex_ = vertex;
}

/// A pin of the user's goes as a whole: half of one would hold as fast as all of it.
void NodeHand::unpin_what_is_near() {
  for (std::size_t i = pinned_with_vertex_.size(); i-- > 0;) {
    const std::vector<int>& held = pinned_with_vertex_[i];
    if (std::find_first_of(held.begin(), held.end(), grabbed_nodes_.begin(),
                           grabbed_nodes_.end()) == held.end())
      continue;
    for (const int node : held) pinned_nodes_[node] = 0;
    pinned_with_vertex_.erase(pinned_with_vertex_.begin() + static_cast<std::ptrdiff_t>(i));
    pinned_vertices_.erase(pinned_vertices_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void NodeHand::release(const Exec& exec, bool pin) {
  if (grabbed_vertex_ < 0) return;
  exec.synchronize();
  for (const int node : grabbed_nodes_) {
    host_holds_[node] = {};
    if (pin) pinned_nodes_[node] = 1;
  }
  if (pin) {
    pinned_vertices_.push_back(grabbed_vertex_);
    pinned_with_vertex_.push_back(grabbed_nodes_);
  }
  upload(exec);
  grabbed_vertex_ = -1;
}

void NodeHand::forget(const Exec& exec) {
  host_holds_.assign(host_holds_.size(), NodeHold{});
  pinned_nodes_ = pinned_by_scene_;
  upload(exec);
  grabbed_vertex_ = -1;
  pinned_vertices_.clear();
  pinned_with_vertex_.clear();
}

void NodeHand::upload(const Exec& exec) {
  holds_.upload(exec, host_holds_);
  pinned_.upload(exec, pinned_nodes_);
  exec.synchronize();
}

void NodeHand::archive(Archive& archive) { archive.scratch(pinned_, holds_); }

}  // namespace limber
