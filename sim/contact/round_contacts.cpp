#include "sim/contact/round_contacts.h"

#include <algorithm>

#include "kernels/only_if.h"
#include "sim/contact/hold_label.h"

namespace limber {

namespace {

bool has_path(const Surroundings& around, int collider) {
  return std::ranges::find(around.paths, collider, &MovedCollider::collider) != around.paths.end();
}

bool is_draggable(const Surroundings& around, int collider) {
  return std::ranges::any_of(around.drawn, [&](const ColliderMesh& drawn) {
    return collider >= drawn.first_together && collider < drawn.first_together + drawn.together;
  });
}

/// Distance of its centre from the axis of rotation.
float radius_of_turn_m(const Collider& c) {
  return c.turn_rad_s == 0.0f ? 0.0f : glm::length(glm::cross(c.off_axis_m, turn_axis_of(c)));
}

}  // namespace

std::vector<int> RoundContacts::moving_ones(const Surroundings& around) {
  std::vector<int> all;
  for (int i = 0; i < static_cast<int>(around.colliders.size()); ++i) {
    const Collider& c = around.colliders[i];
    const bool round = c.shape == ColliderShape::sphere || c.shape == ColliderShape::capsule;
    if (round && (has_path(around, i) || is_draggable(around, i) || radius_of_turn_m(c) > 0.0f))
      all.push_back(i);
  }
  return all;
}

RoundContacts::RoundContacts(const Exec& exec, const std::vector<glm::uvec3>& triangles,
                             const Surroundings& around, Colliders& colliders)
    : colliders_(&colliders),
      round_here_(moving_ones(around)),
      round_(exec, round_here_),
      triangles_(exec, triangles),
      lowered_(exec,
               std::vector<int>(around.colliders.size() * RoundShares::passes, bits_of(1.0f))) {}

/// Motion along an arc is treated as straight unless the two differ by much.
std::vector<int> RoundContacts::colliders_in_one(const std::vector<Collider>& colliders,
                                                 float radius_m, float dt_s) {
  dt_s_ = dt_s;
  std::vector<int> in_one(colliders.size(), 0);
  for (const int i : round_here_) {
    const float turn_rad = colliders[i].turn_rad_s * MoveColliders::passing_s(dt_s, dt_s);
    const float bow_m = radius_of_turn_m(colliders[i]) * turn_rad * turn_rad / 8.0f;
    if (bow_m > 0.01f * min_gap_share * radius_m) in_one[i] = 1;
  }
  return in_one;
}

void RoundContacts::choose_shares(const Exec& exec, SurfaceContacts& contacts,
                                  const SurfaceContacts::Substep& substep, float keeping_m,
                                  bool last) {
  const SurfaceContacts::Requests requests = contacts.requests(contacts.all());
  const ColliderShares may_go = colliders_->shares();
  const RoundShares ways{lowered_.view(), may_go.least.size};
  const auto keep_apart = [&](int pass, View<const int> only_if) {
    launch_only_if(exec, hold_label, only_if, triangles_.size(),
                   StayOutOfRound{.triangles = readable(triangles_),
                                  .round = readable(round_),
                                  .earlier = colliders_->earlier(),
                                  .now = last ? colliders_->now() : colliders_->earlier(),
                                  .may_go = may_go,
                                  .ways = ways,
                                  .starts_m = requests.starts_m,
                                  .particles = substep.particles,
                                  .shares = requests.shares,
                                  .next_shares = requests.next_shares,
                                  .state = requests.state,
                                  .min_m = min_gap_share * keeping_m,
                                  .pass = pass});
  };
  contacts.choose_shares(exec, substep, [&](const SharePass& pass) {
    keep_apart(pass.number, pass.number == 0 ? View<const int>{} : pass.if_lowered);
  });
  keep_apart(moving_planes + 1, {&requests.state.data->held[moving_planes - 1], 1});
  if (!last) return;
  launch(exec, hold_label, may_go.least.size, TakeRoundShares{ways, may_go.least});
  colliders_->hold_back(exec, requests.state, dt_s_);
}

}  // namespace limber
