#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/fem/step.h"
#include "sim/archive.h"
#include "sim/fem/fem_model.h"
#include "sim/grabber.h"
#include "sim/mesh/topology.h"

namespace limber {

/// Grabs and pins of the user on nodes. A vertex is grabbed with the rings of elements around it;
/// nodes that the scene pins stay pinned and are never held.
class NodeGrabber {
 public:
  /// neighbors: of each node.
  NodeGrabber(const Exec& exec, Lists neighbors, const FemModel& model);

  int grabbed_vertex() const { return grabber_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const { return grabber_.pinned_vertices(); }
  const std::string& notice() const { return grabber_.notice(); }
  View<const int> pinned() const { return pinned_.view(); }  ///< by the scene
  NodePulls pulls() const { return {hold_of_node_.view(), pulls_.view()}; }

  /// Grabs the node with the largest weight in a vertex, and its neighbourhood; returns the
  /// position of the vertex. This and the next three wait for the backend; recorded frames must be
  /// forgotten.
  glm::vec3 grab(const Exec& exec, const Buffer<glm::vec3>& positions_m, int vertex,
                 const Attachment& attachment);
  void release(const Exec& exec, bool pin, glm::vec3 goal_m);
  void clear_pins(const Exec& exec);
  void forget(const Exec& exec);  ///< all holds

  /// Launched at the start of a step: moves the references of all holds.
  void lead(const Exec& exec, View<const FrameInputs> inputs, View<const glm::vec3> positions_m,
            View<const glm::vec3> velocities_m_s, float dt_s);
  void archive(Archive& archive);

 private:
  struct Held {
    std::vector<int> nodes;
    NodePull pull;

    template <class Bytes>
    void each(Bytes& bytes) {
      bytes(nodes);
      bytes(pull);
    }
  };
  void read(const Exec& exec);
  void write(const Exec& exec);
  float limit_N(const std::vector<int>& nodes) const;

  Lists neighbors_;
  std::vector<int> body_of_node_;
  std::vector<float> body_mass_kg_;
  std::vector<float> bears_N_;  ///< see forces_of_nodes_N()
  std::vector<int> pinned_by_scene_;
  Grabber<Held> grabber_;
  Buffer<int> pinned_;
  Buffer<int> hold_of_node_;  ///< -1: not held
  Buffer<NodePull> pulls_;    ///< of each hold
};

}  // namespace limber
