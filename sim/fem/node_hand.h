#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/fem/step.h"
#include "sim/archive.h"
#include "sim/mesh/topology.h"

namespace limber {

/// The user's hold on nodes: what is grabbed, and what was pinned by letting go. A vertex is
/// grabbed with the rings of elements around it; what the scene pins stays pinned and is never
/// held.
class NodeHand {
 public:
  static constexpr float spring_per_s = 25.0f;  ///< settles within two tenths of a second
  static constexpr float limit_m = 0.5f;        ///< a flick of the mouse, not an explosion

  /// neighbors: of each node; pinned: one a node, by the scene.
  NodeHand(const Exec& exec, Lists neighbors, const std::vector<int>& body_of_node,
           const std::vector<float>& masses_kg, std::vector<int> pinned);

  int grabbed_vertex() const { return grabbed_vertex_; }
  const std::vector<int>& pinned_vertices() const { return pinned_vertices_; }
  View<const int> pinned() const { return pinned_.view(); }
  View<const NodeHold> holds() const { return holds_.view(); }

  /// Takes hold of `center` and what lies around it at `vertex`, which is at `anchor_m` now. What
  /// was held before is let go. Waits.
  void grab(const Exec& exec, int vertex, int center, glm::vec3 anchor_m,
            const std::vector<glm::vec3>& positions_m);
  void release(const Exec& exec, bool pin);  ///< waits
  void forget(const Exec& exec);             ///< nothing is held, only the scene pins. Waits.
  void archive(Archive& archive);

 private:
  void unpin_what_is_near();
  void upload(const Exec& exec);

  Lists neighbors_;
  std::vector<int> body_of_node_;
  std::vector<float> body_mass_kg_;
  std::vector<int> pinned_by_scene_, pinned_nodes_;
  std::vector<NodeHold> host_holds_;
  int grabbed_vertex_ = -1;
  std::vector<int> grabbed_nodes_;
  std::vector<int> pinned_vertices_;
  std::vector<std::vector<int>> pinned_with_vertex_;
  Buffer<int> pinned_;
  Buffer<NodeHold> holds_;
};

}  // namespace limber
