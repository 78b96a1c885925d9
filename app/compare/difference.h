#pragma once

#include <deque>
#include <glm/glm.hpp>
#include <span>

namespace limber {

/// The largest distance between places of one number; infinite where one is not finite.
float largest_distance_m(std::span<const glm::vec3> a, std::span<const glm::vec3> b);

/// How far apart what several solvers made of one scene has come.
class Difference {
 public:
  struct Measured {
    double time_s;  ///< simulated
    float largest_m;
  };

  /// Of one solver, at a simulated time: of several at one time the largest counts. What was later
  /// is forgotten.
  void add(double time_s, float largest_m);
  void clear() { history_.clear(); }

  const std::deque<Measured>& history() const { return history_; }  ///< newest last

 private:
  std::deque<Measured> history_;
};

}  // namespace limber
