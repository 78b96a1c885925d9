#pragma once

#include <Eigen/Core>
#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "sim/archive.h"
#include "sim/plants/part_dynamics.h"

namespace limber {

/// The user's hold on a point of a part, and the points that were pinned by letting go. A pin stays
/// until its part is grabbed again; of too many the oldest goes.
class PartHand {
 public:
  static constexpr float spring_per_s = 25.0f;  ///< settles within two tenths of a second
  /// Share of the way from where a point rests to the hand by which a steady force bends it,
  /// however stiff the wood is. The spring does the rest.
  static constexpr float bent_by_hand = 0.8f;

  PartHand(const Exec& exec, int most_modes);

  /// A point of a part.
  struct Point {
    int vertex = -1;         ///< that is drawn there
    int part = -1;           ///< of the tree
    glm::vec3 at_m{0.0f};    ///< at rest, in the part's frame
    Eigen::MatrixXd modes;   ///< 3 x r there; 3 x 0 for a rigid part
    glm::vec3 rest_m{0.0f};  ///< at rest, in the world
  };
  /// What was held before is let go. Waits, like all that follow.
  void grab(const Exec& exec, const Substructure& substructure, const Point& point);
  /// target_m: where the hand is; a pin stays there.
  void release(const Exec& exec, const Substructure& substructure, bool pin, glm::vec3 target_m);
  void forget(const Exec& exec);  ///< nothing is held or pinned
  /// The matrices have changed, and so has how easily points move.
  void weigh_anew(const Exec& exec, const Substructure& substructure);
  void archive(Archive& archive);

  int grabbed_vertex() const { return grabbed_.vertex; }  ///< -1: none
  const std::vector<int>& pinned_vertices() const { return pinned_vertices_; }
  HoldViews views() { return {holds_.view(), modes_.view(), forces_.view(), most_modes_}; }

 private:
  struct Pin {
    Point point;
    glm::vec3 target_m;
  };
  static constexpr int most_holds = 16;
  void upload(const Exec& exec, const Substructure* substructure);

  int most_modes_;
  Point grabbed_;
  std::vector<Pin> pins_;
  std::vector<int> pinned_vertices_;
  Buffer<PartHold> holds_;
  Buffer<glm::vec3> modes_, forces_;
};

}  // namespace limber
