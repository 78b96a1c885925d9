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

/// What a world went through, in bounded memory on the side where its solver runs: states, and the
/// frames that were run after each, so that a state between two of them can be simulated again.
/// Where memory runs out, the older the states are, the farther apart they come to lie; the oldest
/// stays. States are taken as seldom as keeps them cheap: nothing waits for them.
class History {
 public:
  /// limit_bytes: of all states together.
  explicit History(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  /// Of the time that steps take, states take no more than this share.
  static constexpr double share_of_steps = 0.05;
  /// As long as they are cheaper than that, simulating again from one to the next takes about so
  /// long.
  static constexpr double between_states_ms = 40.0;
  static constexpr int max_states = 2000;

  // ---- While the world goes on ----
  /// Before a frame is run: captures a state when it is time for one. What came after the world's
  /// state, if it has gone back, is forgotten: the world takes another way. ms_per_step: 0 where
  /// it is not known yet.
  void begin_frame(World& world, double ms_per_step);
  void frame_run(const World& world, int steps);
  /// Something that frames do not tell of: what is held has changed, a ball was shot, or cloth was
  /// cut. There is a state after it, and nothing is simulated again across it.
  void disturbed() { wants_one_ = was_disturbed_ = true; }
  /// The parameters have changed: what was before cannot be simulated again.
  void parameters_changed();
  /// Begins anew where the world is now, after so many steps.
  void begin(const World& world, long steps);

  // ---- Back, and forth again ----
  bool empty() const { return kept_.empty(); }
  double first_s() const;                ///< the oldest state
  double last_s() const;                 ///< the newest state; the world may have gone back from it
  long steps() const { return steps_; }  ///< those of the world now since it was new
  /// To the state whose time is nearest, as far as it can be had within so many milliseconds of
  /// steps; else to the state that is nearest. Waits.
  void seek(World& world, double time_s, double budget_ms, double ms_per_step);
  /// The same to the state after so many steps.
  void seek_step(World& world, long step, double budget_ms, double ms_per_step);
  /// The newest state that is finite; null: there is none. Waits.
  const WorldState* last_finite() const;
  /// Of a world that is no longer finite: what it was of all that was not first, in words. Goes
  /// there again step by step from the last good state, and comes back. Waits.
  std::string what_went_first(World& world) const;

  int states() const { return static_cast<int>(kept_.size()); }
  std::size_t bytes() const;
  std::size_t limit_bytes() const { return limit_bytes_; }
  double max_gap_s() const;  ///< of states next to each other

 private:
  struct Frame {
    int steps;
    glm::vec3 mouse_target_m;
    Breath breath;
  };
  struct Kept {
    WorldState state;
    long steps;                   ///< before it
    double dt_s;                  ///< of those after it
    int parameters;               ///< which they were, by number
    bool after_disturbance;       ///< frames before it do not lead to it
    std::vector<Frame> frames{};  ///< after it, without a gap
    long steps_known() const;     ///< up to where the frames lead
  };
  static void give_grab(World& world, const Frame& frame);
  void take(World& world);
  void make_room();
  void remove(std::size_t k);
  std::size_t at_or_before(long step) const;
  const Kept* last_good() const;
  bool is_time(double ms_per_step);

  std::size_t limit_bytes_;
  std::vector<std::unique_ptr<Kept>> kept_;
  std::unique_ptr<Kept> spare_;  ///< whose memory the next one takes
  long steps_ = 0, last_step_ = 0;
  double last_s_ = 0.0;
  bool wants_one_ = true;       ///< a state, before the next frame
  bool was_disturbed_ = false;  ///< since the newest state
  bool open_ = false;           ///< whether the newest state's frames lead to the world's state
  int parameters_ = 0;
  long steps_since_ = 0;  ///< the newest state
  Stopwatch watch_;
  bool timing_ = false;
  double copy_ms_ = 0.0;
};

}  // namespace limber
