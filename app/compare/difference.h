#pragma once

#include <deque>
#include <glm/glm.hpp>
#include <span>

namespace limber {

/// The largest distance between positions of the same index; infinite if one is not finite.
float largest_distance_m(std::span<const glm::vec3> a, std::span<const glm::vec3> b);

/// History of the largest difference between several solvers' results for one scene.
class Difference {
 public:
  struct Measured {
    double time_s;  ///< simulated
    float largest_m;
  };

  /// Adds one solver's difference at a simulated time. For equal times the largest counts; later
  /// entries are dropped.
  void add(double time_s, float largest_m);
  void clear() { history_.clear(); }

  const std::deque<Measured>& history() const { return history_; }  ///< newest last

 private:
  std::deque<Measured> history_;
};

}  // namespace limber
