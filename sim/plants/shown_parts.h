#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/plants/show.h"
#include "sim/plants/part_dynamics.h"

namespace limber {

/// Display data of the parts: q in the layout of a Deformer, poses, and one value per part.
struct ShownViews {
  View<float> q;
  View<Pose> poses;
  View<float> values;
};

/// Interpolates the displayed parts between the states before and after the last step, where q is
/// computed.
class ShownParts {
 public:
  /// coordinate_at: for each entry of the shown q, the index of its coordinate; -1: padding.
  ShownParts(const Exec& exec, const PartTree& tree, const std::vector<int>& coordinate_at);

  /// Saves the state before the last step of a frame. May be part of a recorded frame.
  void store_previous(const Exec& exec, const PartDynamics& parts);
  void forget(const Exec& exec, const PartTree& tree);
  /// blend: see FrameRequest. Values are written only if the field needs them.
  void show(const Exec& exec, const PartDynamics& parts, float blend, PartField field,
            const ShownViews& out) const;
  void archive(Archive& archive);

 private:
  Buffer<int> coordinate_at_;
  Buffer<float> previous_q_;
  Buffer<Pose> previous_poses_;
};

}  // namespace limber
