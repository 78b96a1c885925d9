#include "sim/piles/body_hand.h"

#include "kernels/launch.h"

namespace limber {

BodyHand::BodyHand(const Exec& exec, const std::vector<BodyInertia>& inertias, float near_m)
    : near_m_(near_m), hand_(exec), inertias_(exec, inertias) {}

void BodyHand::grab(const Exec& exec, int body, glm::vec3 at_m) {
  hand_.grab(exec, body, {.at_m = at_m, .body = body}, [&](const HeldBody& pin) {
    return pin.body == body && glm::distance(pin.at_m, at_m) < near_m_;
  });
  write(exec);
}

void BodyHand::release(const Exec& exec, bool pin, glm::vec3 goal_m) {
  hand_.release(exec, pin, goal_m);
  write(exec);
}

void BodyHand::clear_pins(const Exec& exec) {
  hand_.clear_pins(exec);
  write(exec);
}

void BodyHand::forget(const Exec& exec) {
  hand_.forget();
  write(exec);
}

void BodyHand::write(const Exec& exec) {
  std::vector<HeldBody> held;
  for (const auto& hold : hand_.holds()) held.push_back(hold.attachment);
  exec.synchronize();
  held_ = {exec, held};
  exec.synchronize();
}

void BodyHand::lead(const Exec& exec, const char* label, const PileViews& pile, float dt_s) {
  launch(exec, label, held_.size(),
         LeadBodies{pile.poses, pile.momenta, inertias_.view(), pile.inputs, hand_.states(),
                    held_.view(), dt_s});
}

void BodyHand::hold(const Exec& exec, const char* label, HoldBodies how) {
  how.held = held_.view();
  how.inertias = readable(inertias_);
  launch(exec, label, held_.size(), how);
}

void BodyHand::archive(Archive& archive) {
  hand_.archive(archive, [this](const Exec& exec) { write(exec); });
  archive.scratch(held_, inertias_);
}

}  // namespace limber
