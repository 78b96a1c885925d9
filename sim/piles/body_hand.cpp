#include "sim/piles/body_hand.h"

#include <utility>

namespace limber {

BodyHand::BodyHand(const Exec& exec, std::vector<BodyInertia> inertias)
    : free_inertias_(std::move(inertias)),
      host_inertias_(free_inertias_),
      held_(exec, std::vector<HeldBody>(1)),
      inertias_(exec, free_inertias_) {}

void BodyHand::grab(const Exec& exec, int body, glm::vec3 at_m) {
  exec.synchronize();
  grabbed_body_ = body;
  host_inertias_[body] = free_inertias_[body];
  std::erase(pinned_, body);
  upload(exec, {body, at_m});
}

void BodyHand::release(const Exec& exec, bool pin) {
  if (grabbed_body_ < 0) return;
  exec.synchronize();
  if (pin) {
    pinned_.push_back(grabbed_body_);
    host_inertias_[grabbed_body_] = {};
  }
  grabbed_body_ = -1;
  upload(exec, {});
}

void BodyHand::forget(const Exec& exec) {
  exec.synchronize();
  grabbed_body_ = -1;
  pinned_.clear();
  host_inertias_ = free_inertias_;
  upload(exec, {});
}

void BodyHand::upload(const Exec& exec, const HeldBody& held) {
  held_.upload(exec, {&held, 1});
  inertias_.upload(exec, host_inertias_);
  exec.synchronize();
}

void BodyHand::archive(Archive& archive) { archive.scratch(held_, inertias_); }

}  // namespace limber
