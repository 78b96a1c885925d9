#include "sim/fluid/step_pace.h"

#include <algorithm>
#include <cmath>

#include "kernels/launch.h"

namespace limber {

namespace {

const char* const pace_label = "pace";

/// A frame is launched while the previous one still runs.
constexpr float two_frames_s = 1.0f / 30.0f;
/// Possible numbers of parts. Few, since for each a frame is recorded and kept.
constexpr int cuts[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};

int fastest_blocks_of(int items) { return (items + fastest_block - 1) / fastest_block; }

}  // namespace

StepPace::StepPace(const Exec& exec, int particles) : pace_(exec, std::vector<FluidPace>(1)) {
  for (int n = fastest_blocks_of(particles);; n = fastest_blocks_of(n)) {
    blocks_m2_s2_.emplace_back(exec, n);
    if (n <= fastest_block) break;
  }
}

void StepPace::archive(Archive& archive) {
  archive.derived("pace", pace_, Start::zeros);
  archive.host("states noted", noted_);
  archive.after_load([this](const Exec&) {
    forget_readbacks();
    newest_ = {};
  });
  for (Buffer<float>& blocks : blocks_m2_s2_) archive.scratch(blocks);
}

int StepPace::steps_back(float step_s) {
  const float steps = std::ceil(two_frames_s / step_s - 1e-3f);
  return std::clamp(static_cast<int>(steps), 1, FluidPace::kept / 2);
}

int StepPace::parts_of_next_step(const Exec& exec, const Wish& wish,
                                 const std::function<void()>& launch_note) {
  if (noted_ == 0) {
    launch_note();
    noted(exec);
  }
  const int back = steps_back(wish.step_s);
  const float fastest = fastest_m_s(exec, std::max(noted_ - 1 - back, 0)) +
                        std::abs(wish.gravity_m_s2) * static_cast<float>(back + 1) * wish.step_s;
  const float wanted =
      std::max(fastest * wish.step_s / wish.max_displacement_m, wish.step_s / wish.max_part_s);
  const float max_parts = wish.step_s / wish.min_part_s;
  constexpr float rounding = 1e-4f;
  int parts = 1;
  for (const int cut : cuts)
    if (cut == 1 || (static_cast<float>(parts) < wanted - rounding &&
                     static_cast<float>(cut) < max_parts + rounding))
      parts = cut;
  falls_short_ = static_cast<float>(parts) < wanted - rounding;
  return parts;
}

void StepPace::launch_note(const Exec& exec, View<const FluidMotion> motions,
                           View<const Collider> colliders, View<const FluidEmitter> emitters,
                           View<const EmitterState> emitter_states, float step_s) {
  launch(exec, pace_label, blocks_m2_s2_.front().size(),
         FastestOfParticles{motions, blocks_m2_s2_.front().view()});
  for (std::size_t k = 1; k < blocks_m2_s2_.size(); ++k)
    launch(exec, pace_label, blocks_m2_s2_[k].size(),
           FastestOfBlocks{readable(blocks_m2_s2_[k - 1]), blocks_m2_s2_[k].view()});
  launch(exec, pace_label, 1,
         NotePace{readable(blocks_m2_s2_.back()), colliders, emitters, emitter_states, pace_.view(),
                  static_cast<float>(steps_back(step_s) + 1) * step_s});
}

void StepPace::noted(const Exec& exec) {
  ++noted_;
  poll();
  Readback<FluidPace>& later = later_[next_later_];
  if (later.pending()) return;  // the next request will include this state
  later.request(exec, readable(pace_));
  next_later_ = (next_later_ + 1) % static_cast<int>(later_.size());
}

void StepPace::poll() {
  for (Readback<FluidPace>& later : later_)
    if (const auto pace = later.poll(); pace && pace->known > newest_.known) newest_ = *pace;
}

float StepPace::fastest_m_s(const Exec& exec, int state) {
  poll();
  if (newest_.known <= state) {
    newest_ = pace_.download(exec).front();
    forget_readbacks();
  }
  return newest_.fastest_m_s[state % FluidPace::kept];
}

void StepPace::restart(const Exec& exec) {
  pace_.zero(exec);
  forget_readbacks();
  newest_ = {};
  noted_ = 0;
}

void StepPace::forget_readbacks() {
  for (Readback<FluidPace>& later : later_) later.forget();
}

}  // namespace limber
