#include "sim/piles/body_grabber.h"

#include "kernels/launch.h"

namespace limber {

BodyGrabber::BodyGrabber(const Exec& exec, const std::vector<BodyInertia>& inertias, float near_m)
    : near_m_(near_m), grabber_(exec), inertias_(exec, inertias) {}

void BodyGrabber::grab(const Exec& exec, int body, glm::vec3 at_m) {
  grabber_.grab(exec, body, {.at_m = at_m, .body = body}, [&](const HeldBody& pin) {
    return pin.body == body && glm::distance(pin.at_m, at_m) < near_m_;
  });
  write(exec);
}

void BodyGrabber::release(const Exec& exec, bool pin, glm::vec3 goal_m) {
  grabber_.release(exec, pin, goal_m);
  write(exec);
}

void BodyGrabber::clear_pins(const Exec& exec) {
  grabber_.clear_pins(exec);
  write(exec);
}

void BodyGrabber::forget(const Exec& exec) {
  grabber_.forget();
  write(exec);
}

void BodyGrabber::write(const Exec& exec) {
  std::vector<HeldBody> held;
  for (const auto& hold : grabber_.holds()) held.push_back(hold.attachment);
  exec.synchronize();
  held_ = {exec, held};
  exec.synchronize();
}

void BodyGrabber::lead(const Exec& exec, const char* label, const PileViews& pile, float dt_s) {
  launch(exec, label, held_.size(),
         LeadBodies{pile.poses, pile.momenta, inertias_.view(), pile.inputs, grabber_.states(),
                    held_.view(), dt_s});
}

void BodyGrabber::hold(const Exec& exec, const char* label, HoldBodies how) {
  how.held = held_.view();
  how.inertias = readable(inertias_);
  launch(exec, label, held_.size(), how);
}

void BodyGrabber::archive(Archive& archive) {
  grabber_.archive(archive, [this](const Exec& exec) { write(exec); });
  archive.scratch(held_, inertias_);
}

}  // namespace limber
