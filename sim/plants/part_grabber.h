#pragma once

#include <Eigen/Core>
#include <functional>
#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "sim/archive.h"
#include "sim/grabber.h"
#include "sim/plants/part_dynamics.h"

namespace limber {

/// The user's hold on points of parts.
class PartGrabber {
 public:
  /// near_m: a grab no further from a pin on the same part frees it.
  PartGrabber(const Exec& exec, int max_modes, float near_m);

  /// A point of a part.
  struct Point {
    int vertex = -1;        ///< that is drawn there
    int part = -1;          ///< of the tree
    glm::vec3 at_m{0.0f};   ///< at rest, in the part's frame
    Eigen::MatrixXd modes;  ///< 3 x r there; 3 x 0 for a rigid part
  };
  /// What was held before is let go. Waits, like all that follow. Frames have to be forgotten and
  /// the matrices be asked for again: the grab has a mass.
  void grab(const Exec& exec, const Point& point);
  void release(const Exec& exec, bool pin, glm::vec3 goal_m);
  void clear_pins(const Exec& exec);
  void forget(const Exec& exec);  ///< nothing is held or pinned
  /// See PlantsSystem::reach_m(). direction: in the part's frame.
  static float reach_m(const Substructure& substructure, const Point& point, glm::vec3 direction);
  /// The matrices of a step, the grab included.
  StepMatrices matrices(const Exec& exec, Substructure& substructure, const StepRule& rule);
  /// loaded: called when other holds have come back: the matrices have to be asked for again.
  void archive(Archive& archive, const std::function<void()>& loaded);

  bool empty() const { return grabber_.empty(); }
  int grabbed_vertex() const { return grabber_.grabbed_vertex(); }  ///< -1: none
  const std::vector<int>& pinned_vertices() const { return grabber_.pinned_vertices(); }
  const std::string& notice() const { return grabber_.notice(); }
  HoldViews views();

 private:
  struct Held {
    Point point;
    PartHold hold;

    template <class Bytes>
    void each(Bytes& bytes) {
      bytes(point.vertex);
      bytes(point.part);
      bytes(point.at_m);
      bytes(point.modes);
      bytes(hold);
    }
  };
  void read(const Exec& exec);
  void write(const Exec& exec);

  int max_modes_;
  float near_m_;
  Grabber<Held> grabber_;
  Buffer<PartHold> holds_;
  Buffer<glm::vec3> modes_, forces_;
  Buffer<int> carries_;
};

}  // namespace limber
