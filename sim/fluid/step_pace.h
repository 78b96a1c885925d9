#pragma once

#include <array>
#include <functional>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/fluid/pace.h"
#include "kernels/readback.h"
#include "sim/archive.h"

namespace limber {

/// Divides steps into parts by the CFL condition, from the max. speeds of a fluid and its colliders
/// and emitters. Uses the speeds of a fixed number of steps back: the host rarely has to wait, and
/// the division is the same on every backend and for frames of any length.
class StepPace {
 public:
  /// The constraints on a step.
  struct Wish {
    float step_s;              ///< of a whole step
    float min_part_s;          ///< takes precedence over the other limits
    float max_part_s;          ///< limit other than the CFL condition
    float max_displacement_m;  ///< max. displacement per part
    float gravity_m_s2;        ///< acceleration since the speeds were measured
  };

  StepPace(const Exec& exec, int particles);
  void archive(Archive& archive);

  /// The number of parts of the next step. Waits if the speed is still being read back.
  int parts_of_next_step(const Exec& exec, const Wish& wish,
                         const std::function<void()>& launch_note);
  /// Whether min_part_s kept the newest step from having enough parts.
  bool falls_short() const { return falls_short_; }
  /// Launches the measurement of the speeds after a step of step_s.
  void launch_note(const Exec& exec, View<const FluidMotion> motions,
                   View<const Collider> colliders, View<const FluidEmitter> emitters,
                   View<const EmitterState> emitter_states, float step_s);
  /// Call after a step that ended with launch_note() has been launched.
  void noted(const Exec& exec);
  /// Forgets all speeds: after a restart, or if they no longer apply.
  void restart(const Exec& exec);
  void forget_readbacks();  ///< after the state has moved to another backend

  /// How many steps back the speeds are from which parts are chosen.
  static int steps_back(float step_s);

 private:
  void poll();
  float fastest_m_s(const Exec& exec, int state);

  std::vector<Buffer<float>> blocks_m2_s2_;  ///< reduction levels, each over the one before
  Buffer<FluidPace> pace_;
  std::array<Readback<FluidPace>, 8> later_;
  int next_later_ = 0;
  FluidPace newest_;  ///< the newest on the host
  int noted_ = 0;     ///< number of measured states, including pending ones
  bool falls_short_ = false;
};

}  // namespace limber
