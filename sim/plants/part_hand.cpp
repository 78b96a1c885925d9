#include "sim/plants/part_hand.h"

#include <algorithm>
#include <utility>

namespace limber {

PartHand::PartHand(const Exec& exec, int most_modes)
    : most_modes_(std::max(most_modes, 1)),
      holds_(exec, std::vector<PartHold>(most_holds)),
      modes_(exec, std::vector<glm::vec3>(most_holds * most_modes_, glm::vec3(0.0f))),
      forces_(exec, std::vector<glm::vec3>(most_holds, glm::vec3(0.0f))) {
  exec.synchronize();
}

void PartHand::grab(const Exec& exec, const Substructure& substructure, const Point& point) {
  std::erase_if(pins_, [&](const Pin& pin) { return pin.point.part == point.part; });
  grabbed_ = point;
  upload(exec, &substructure);
}

void PartHand::release(const Exec& exec, const Substructure& substructure, bool pin,
                       glm::vec3 target_m) {
  if (grabbed_.vertex < 0) return;
  if (pin) {
    if (pins_.size() + 1 == most_holds) pins_.erase(pins_.begin());
    pins_.push_back({grabbed_, target_m});
  }
  grabbed_ = {};
  upload(exec, &substructure);
}

void PartHand::forget(const Exec& exec) {
  grabbed_ = {};
  pins_.clear();
  upload(exec, nullptr);
}

void PartHand::weigh_anew(const Exec& exec, const Substructure& substructure) {
  upload(exec, &substructure);
}

/// substructure: null where nothing is held.
void PartHand::upload(const Exec& exec, const Substructure* substructure) {
  std::vector<PartHold> holds(most_holds);
  std::vector<glm::vec3> modes(modes_.size(), glm::vec3(0.0f));
  int used = 0;
  const auto add = [&](const Point& point, const Pin* pin) {
    PartHold& hold = holds[used];
    hold.part = point.part;
    hold.at_m = point.at_m;
    if (pin) hold.target_m = pin->target_m;
    hold.pinned = pin != nullptr;
    hold.mobility_per_kg = substructure->mobility_per_kg(point.part, point.at_m, point.modes);
    float trace = 0.0f;
    for (int axis = 0; axis < 3; ++axis) trace += hold.mobility_per_kg[axis][axis];
    const float mass_kg = trace > 0.0f ? 3.0f / trace : 0.0f;  // 0: nothing moves there
    const Substructure::Yielding yields =
        substructure->yielding(point.part, point.at_m, point.modes);
    if (yields.m_N > 0.0) hold.bending_N_m = bent_by_hand / static_cast<float>(yields.m_N);
    hold.most_N = static_cast<float>(yields.most_N);
    hold.rest_m = point.rest_m;
    hold.stiffness_N_m = mass_kg * spring_per_s * spring_per_s;
    hold.damping_N_s_m = 2.0f * mass_kg * spring_per_s;
    for (int k = 0; k < point.modes.cols(); ++k)
      for (int axis = 0; axis < 3; ++axis)
        modes[used * most_modes_ + k][axis] = static_cast<float>(point.modes(axis, k));
    ++used;
  };
  if (grabbed_.vertex >= 0) add(grabbed_, nullptr);
  for (const Pin& pin : pins_) add(pin.point, &pin);
  // Several may pull at the same branch: each leaves room for the others.
  for (PartHold& hold : holds) hold.mobility_per_kg *= static_cast<float>(std::max(used, 1));
  pinned_vertices_.clear();
  for (const Pin& pin : pins_) pinned_vertices_.push_back(pin.point.vertex);
  exec.synchronize();
  holds_.upload(exec, holds);
  modes_.upload(exec, modes);
  exec.synchronize();
}

void PartHand::archive(Archive& archive) { archive.scratch(holds_, modes_, forces_); }

}  // namespace limber
