#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/plants/show.h"
#include "sim/plants/part_dynamics.h"

namespace limber {

/// What is seen of the parts: q, laid out as a Deformer reads it, poses, and a number a part.
struct ShownViews {
  View<float> q;
  View<Pose> poses;
  View<float> values;
};

/// Makes what is seen of the parts, between the state before the last step and the state now, where
/// they are computed.
class ShownParts {
 public:
  /// coordinate_at: which coordinate belongs at each place of the shown q; -1: none.
  ShownParts(const Exec& exec, const PartTree& tree, const std::vector<int>& coordinate_at);

  /// Notes the state before the last step of a frame. Can be part of a recorded frame.
  void remember(const Exec& exec, const PartDynamics& parts);
  void forget(const Exec& exec, const PartTree& tree);
  /// blend: see FrameRequest. Values are written where the field needs them.
  void show(const Exec& exec, const PartDynamics& parts, float blend, PartField field,
            const ShownViews& out) const;
  void archive(Archive& archive);

 private:
  Buffer<int> coordinate_at_;
  Buffer<float> remembered_q_;
  Buffer<Pose> remembered_poses_;
};

}  // namespace limber
