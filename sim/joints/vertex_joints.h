#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/joints/vertex_joint.h"
#include "kernels/readback.h"
#include "sim/joints/joints_model.h"
#include "sim/system.h"

namespace limber {

/// Joints of rigid bodies with vertices of the other systems of their world. See LendMass.
class VertexJoints {
 public:
  VertexJoints() = default;
  VertexJoints(const Exec& exec, const JointsModel& model);

  bool empty() const { return joints_.size() == 0; }
  /// Throws Error(bad_input) if a system or vertex does not exist.
  void find(const std::vector<NamedSystem>& systems);
  std::vector<JoinedSurface> surfaces() const;

  /// Called around each step of a system; ignores systems without such joints. first: of its steps
  /// in a step of the world.
  void launch_lend(const Exec& exec, const JoinedBodies& bodies, const System& system, bool first);
  void launch_take_back(const Exec& exec, const System& system);
  /// Called before a step of the bodies: applies impulses collected since their last one.
  void launch_push(const Exec& exec, const JoinedBodies& bodies);
  /// Called after all steps and contacts of a step of the world. dt_s: of that step.
  void launch_close(const Exec& exec, const JoinedBodies& bodies, double dt_s);

  void request_worst(const Exec& exec);
  void forget() { later_.forget(); }
  /// A frame late on CUDA.
  const WorstVertexJoint& worst();
  /// Impulse on the body of each joint, in the newest step of the world. Waits.
  std::vector<glm::dvec3> impulses_N_s(const Exec& exec) const;
  std::string name(int joint) const;  ///< for messages

  void archive(Archive& archive);

 private:
  /// Joints are grouped by system.
  struct Range {
    std::string name;  ///< of the system
    int first = 0, count = 0;
    System* system = nullptr;
  };
  const Range* range_of(const System& system) const;

  std::vector<RigidVertexJoint> model_;
  std::vector<Range> ranges_;
  Buffer<VertexJoint> joints_;
  Buffer<VertexJointStep> steps_;
  Buffer<int> broken_;
  Buffer<int> bodies_, first_of_body_, joints_of_body_;
  Buffer<WorstVertexJoint> worst_;
  bool waits_ = false;  ///< impulses wait for launch_push()
  Readback<WorstVertexJoint> later_;
  WorstVertexJoint newest_;
};

}  // namespace limber
