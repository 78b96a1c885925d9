#include "sim/fem/node_grabber.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/gather.h"
#include "kernels/launch.h"
#include "sim/fem/node_stiffness.h"

namespace limber {

namespace {

constexpr int element_rings = 2;   // of elements around the node
constexpr float shadowing = 2.0f;  // mass of the grab over that of the body
// Limits of its force over the mass of the body: stiff bodies get the upper one, the softest the
// lower one, since more would invert their elements.
constexpr float max_limit_m_s2 = 300.0f, min_limit_m_s2 = 30.0f;

/// The force that moves a node, with all others fixed, by the mean distance to its neighbours.
std::vector<float> forces_of_nodes_N(const Lists& neighbors, const FemModel& model) {
  std::vector<float> forces_N = node_stiffness_N_m(model);
  for (int i = 0; i < model.nodes(); ++i) {
    float sum_m = 0.0f;
    for (int e = neighbors.first[i]; e < neighbors.first[i + 1]; ++e)
      sum_m += glm::distance(model.nodes_m[i], model.nodes_m[neighbors.items[e]]);
    const int others = neighbors.first[i + 1] - neighbors.first[i];
    forces_N[i] *= others > 0 ? sum_m / static_cast<float>(others) : 0.0f;
  }
  return forces_N;
}

}  // namespace

NodeGrabber::NodeGrabber(const Exec& exec, Lists neighbors, const FemModel& model)
    : neighbors_(std::move(neighbors)),
      body_of_node_(model.body_of_node),
      body_mass_kg_(body_of_node_.empty() ? 0 : body_of_node_.back() + 1, 0.0f),
      bears_N_(forces_of_nodes_N(neighbors_, model)),
      pinned_by_scene_(model.pinned),
      grabber_(exec),
      pinned_(exec, pinned_by_scene_),
      hold_of_node_(exec, std::vector<int>(pinned_by_scene_.size(), -1)) {
  for (std::size_t i = 0; i < model.masses_kg.size(); ++i)
    body_mass_kg_[body_of_node_[i]] += model.masses_kg[i];
}

/// Limit of the force on a patch of nodes: the force that stretches the patch by its own size
/// scales with its area, n^(2/3).
float NodeGrabber::limit_N(const std::vector<int>& nodes) const {
  if (nodes.empty()) return 0.0f;
  float bears_N = 0.0f;
  for (const int node : nodes) bears_N += bears_N_[node];
  bears_N /= std::cbrt(static_cast<float>(nodes.size()));
  const float mass_kg = body_mass_kg_[body_of_node_[nodes.front()]];
  return glm::clamp(bears_N, min_limit_m_s2 * mass_kg, max_limit_m_s2 * mass_kg);
}

glm::vec3 NodeGrabber::grab(const Exec& exec, const Buffer<glm::vec3>& positions_m, int vertex,
                            const Attachment& attachment) {
  int center = 0;
  for (int k = 1; k < 4; ++k)
    if (attachment.weights[k] > attachment.weights[center]) center = k;
  center = attachment.corners[center];
  std::vector<int> which{attachment.corners.x, attachment.corners.y, attachment.corners.z,
                         attachment.corners.w};
  for (const int node : within_rings(neighbors_, center, element_rings))
    if (pinned_by_scene_[node] == 0) which.push_back(node);
  const std::vector<glm::vec3> now_m = gathered(exec, positions_m, which);
  glm::vec3 at_m(0.0f);
  for (int k = 0; k < 4; ++k) at_m += now_m[k] * attachment.weights[k];
  Held held{{which.begin() + 4, which.end()}, {.attachment = attachment}};
  const auto shares = static_cast<float>(std::max<std::size_t>(held.nodes.size(), 1));
  held.pull.mass_kg = shadowing * body_mass_kg_[body_of_node_[center]] / shares;
  held.pull.limit_N = limit_N(held.nodes) / shares;
  read(exec);
  grabber_.grab(exec, vertex, held, [&](const Held& pin) {
    return std::find_first_of(pin.nodes.begin(), pin.nodes.end(), held.nodes.begin(),
                              held.nodes.end()) != pin.nodes.end();
  });
  write(exec);
  return at_m;
}

void NodeGrabber::release(const Exec& exec, bool pin, glm::vec3 goal_m) {
  read(exec);
  grabber_.release(exec, pin, goal_m);
  write(exec);
}

void NodeGrabber::clear_pins(const Exec& exec) {
  read(exec);
  grabber_.clear_pins(exec);
  write(exec);
}

void NodeGrabber::forget(const Exec& exec) {
  grabber_.forget();
  write(exec);
}

/// Downloads the current state of the holds' pulls.
void NodeGrabber::read(const Exec& exec) {
  const std::vector<NodePull> now = pulls_.download(exec);
  for (std::size_t h = 0; h < now.size(); ++h) grabber_.holds()[h].attachment.pull = now[h];
}

void NodeGrabber::write(const Exec& exec) {
  std::vector<NodePull> pulls;
  std::vector<int> hold_of_node(pinned_by_scene_.size(), -1);
  for (const auto& hold : grabber_.holds()) {
    for (const int node : hold.attachment.nodes)
      hold_of_node[node] = static_cast<int>(pulls.size());
    pulls.push_back(hold.attachment.pull);
  }
  exec.synchronize();
  pulls_ = {exec, pulls};
  hold_of_node_.upload(exec, hold_of_node);
  exec.synchronize();
}

void NodeGrabber::lead(const Exec& exec, View<const FrameInputs> inputs,
                       View<const glm::vec3> positions_m, View<const glm::vec3> velocities_m_s,
                       float dt_s) {
  launch(exec, "nodes", grabber_.states().size,
         LeadNodes{positions_m, velocities_m_s, inputs, grabber_.states(), pulls_.view(), dt_s});
}

void NodeGrabber::archive(Archive& archive) {
  grabber_.archive(archive, [this](const Exec& exec) { write(exec); });
  archive.derived("pulls", pulls_, Start::zeros, Size::varies);
  archive.scratch(pinned_, hold_of_node_);
}

}  // namespace limber
