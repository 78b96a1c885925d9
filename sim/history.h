#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <vector>

#include "kernels/stopwatch.h"
#include "sim/world.h"
#include "sim/world_state.h"

namespace limber {

/// The past of a world, in bounded memory of its solver: states, and the inputs of the frames after
/// each, so that states in between can be simulated again. When memory runs out, states are thinned
/// out, older ones more; the oldest is kept. States are captured asynchronously, at a bounded share
/// of the time of steps.
class History {
 public:
  /// limit_bytes: of all states together.
  explicit History(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  /// Capturing takes at most this share of the time of steps.
  static constexpr double share_of_steps = 0.05;
  /// Where capturing is cheaper, states are this far apart in computing time of steps.
  static constexpr double between_states_ms = 40.0;
  static constexpr int max_states = 2000;

  // ---- While the world runs ----
  /// Called before a frame: captures a state when one is due. If the world was set back, discards
  /// the states and frames after its current one. ms_per_step: 0 while it is unknown.
  void begin_frame(World& world, double ms_per_step);
  void frame_run(const World& world, int steps);
  /// To be called after a change that frames do not record: of the grab, a ball shot, cloth cut. A
  /// state is captured after it, and nothing is simulated again across it.
  void disturbed() { wants_one_ = was_disturbed_ = true; }
  /// After this, frames from before cannot be simulated again.
  void parameters_changed();
  /// Discards everything and begins with the current state. steps: of the world so far.
  void begin(const World& world, long steps);

  // ---- Seeking ----
  bool empty() const { return kept_.empty(); }
  double first_s() const;  ///< the oldest state
  double last_s() const;   ///< the newest state; the world may have been set back from it
  long steps() const { return steps_; }  ///< of the current state, since the start
  /// Restores the state nearest to time_s that can be simulated again within budget_ms, else the
  /// nearest captured one. Waits.
  void seek(World& world, double time_s, double budget_ms, double ms_per_step);
  /// The same for the state after `step` steps.
  void seek_step(World& world, long step, double budget_ms, double ms_per_step);
  /// Restores the state one step before the current one, or else the nearest captured one before
  /// it. Waits.
  void step_back(World& world, double budget_ms, double ms_per_step);
  /// The newest finite state; null: there is none. Waits.
  const WorldState* last_finite() const;
  /// Names what first became non-finite. Simulates again step by step from the last good state,
  /// then restores the current one. Waits.
  std::string first_to_diverge(World& world) const;

  int states() const { return static_cast<int>(kept_.size()); }
  std::size_t bytes() const;
  std::size_t limit_bytes() const { return limit_bytes_; }
  double max_gap_s() const;  ///< between successive states

 private:
  struct Frame {
    int steps;
    glm::vec3 mouse_target_m;
    Breath breath;
  };
  struct Kept {
    WorldState state;
    long steps;                   ///< before this state
    double dt_s;                  ///< of the steps after it
    int parameters;               ///< version number of the parameters
    bool after_disturbance;       ///< simulating the frames before again does not reproduce it
    std::vector<Frame> frames{};  ///< that follow it without a gap
    long steps_known() const;     ///< after the last of the frames
  };
  static void give_grab(World& world, const Frame& frame);
  /// latest: the last step that may be restored.
  void go_to(World& world, long step, long latest, double budget_ms, double ms_per_step);
  void take(World& world);
  void make_room();
  void remove(std::size_t k);
  std::size_t at_or_before(long step) const;
  const Kept* last_good() const;
  bool is_time(double ms_per_step);

  std::size_t limit_bytes_;
  std::vector<std::unique_ptr<Kept>> kept_;
  std::unique_ptr<Kept> spare_;  ///< memory for the next one
  long steps_ = 0, last_step_ = 0;
  double last_s_ = 0.0;
  bool wants_one_ = true;       ///< capture a state before the next frame
  bool was_disturbed_ = false;  ///< since the newest state
  bool open_ = false;           ///< whether the newest state's frames lead to the current state
  int parameters_ = 0;
  long steps_since_ = 0;  ///< since the newest state
  Stopwatch watch_;
  bool timing_ = false;
  double copy_ms_ = 0.0;
};

}  // namespace limber
