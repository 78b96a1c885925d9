#pragma once

#include <array>
#include <functional>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/fluid/pace.h"
#include "kernels/readback.h"
#include "sim/archive.h"

namespace limber {

/// How fast a fluid and what moves it were in the newest states, and with that how its steps are to
/// be cut. What is asked for lies so many steps back that the host need not wait for it as a rule;
/// since it is always as many, steps are the same on every solver and in frames of any length.
class StepPace {
 public:
  /// What a step follows.
  struct Wish {
    float step_s;        ///< that is not cut
    float min_part_s;    ///< parts are no shorter
    float max_part_s;    ///< and no longer, for reasons of their own
    float way_m;         ///< that the fastest may go in a part
    float gravity_m_s2;  ///< by which it may be faster by now
  };

  StepPace(const Exec& exec, int particles);
  void archive(Archive& archive);

  /// In how many parts the next step is to be cut. Waits where a speed is still on its way.
  int parts_of_next_step(const Exec& exec, const Wish& wish,
                         const std::function<void()>& launch_note);
  /// Whether the newest step would have been cut in more parts if these could be shorter.
  bool falls_short() const { return falls_short_; }
  /// Notes the speeds of a state, which is that after a step of step_s.
  void launch_note(const Exec& exec, View<const FluidMotion> motions,
                   View<const Collider> colliders, View<const FluidEmitter> emitters,
                   View<const EmitterState> emitter_states, float step_s);
  /// After a step that ended so has been launched.
  void noted(const Exec& exec);
  /// The state is that of the start again, or what was noted before says nothing any more.
  void restart(const Exec& exec);
  void forget_readbacks();  ///< it has moved

  /// How many steps back speeds are looked at.
  static int steps_back(float step_s);

 private:
  void poll();
  float fastest_m_s(const Exec& exec, int state);

  std::vector<Buffer<float>> blocks_m2_s2_;  ///< each of those before it
  Buffer<FluidPace> pace_;
  std::array<Readback<FluidPace>, 8> later_;
  int next_later_ = 0;
  FluidPace newest_;  ///< that the host knows
  int noted_ = 0;     ///< states, also those that are on their way
  bool falls_short_ = false;
};

}  // namespace limber
