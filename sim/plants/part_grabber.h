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

/// Grabs and pins of the user on points of parts.
class PartGrabber {
 public:
  /// near_m: a grab removes the pins of the same part that are nearer than this.
  PartGrabber(const Exec& exec, int max_modes, float near_m);

  /// A point of a part.
  struct Point {
    int vertex = -1;        ///< the drawn vertex there
    int part = -1;          ///< index in the tree
    glm::vec3 at_m{0.0f};   ///< at rest, in the part's frame
    Eigen::MatrixXd modes;  ///< 3 x r there; 3 x 0 for a rigid part
  };
  /// Releases the previous grab. This and the next three wait for the backend; afterwards, recorded
  /// frames must be forgotten and matrices() called again, since the grab has a mass.
  void grab(const Exec& exec, const Point& point);
  void release(const Exec& exec, bool pin, glm::vec3 goal_m);
  void clear_pins(const Exec& exec);
  void forget(const Exec& exec);  ///< the grab and all pins
  /// See PlantsSystem::reach_m(). direction: in the part's frame.
  static float reach_m(const Substructure& substructure, const Point& point, glm::vec3 direction);
  /// The matrices of a step, including the mass of the grab.
  StepMatrices matrices(const Exec& exec, Substructure& substructure, const StepRule& rule);
  /// loaded: called when holds have been restored; matrices() must then be called again.
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
