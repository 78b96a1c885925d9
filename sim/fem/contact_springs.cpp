// [Simo92].

#include "sim/fem/contact_springs.h"

#include "kernels/incidence.h"
#include "kernels/launch.h"
#include "sim/fem/node_stiffness.h"

namespace limber {

namespace {

constexpr const char* springs_label = "contacts of bodies";

}  // namespace

ContactSprings::ContactSprings(const Exec& exec, const FemModel& model)
    : body_of_node_(exec, model.body_of_node),
      stiffness_N_m_(exec, node_stiffness_N_m(model)),
      counts_(exec, model.nodes() + 1),
      first_(exec, model.nodes() + 1),
      cursors_(exec, model.nodes()),
      scan_(exec, model.nodes() + 1) {}

void ContactSprings::make_room(const Exec& exec, int pairs) {
  if (springs_.size() == pairs) return;
  springs_ = {exec, pairs};
  contacts_ = {exec, pairs};
  pushes_N_s_ = {exec, pairs};
  items_ = {exec, 4 * pairs};
}

void ContactSprings::archive(Archive& archive) {
  archive.scratch(body_of_node_, stiffness_N_m_, springs_, contacts_, pushes_N_s_, counts_, first_,
                  cursors_, items_);
  archive.after_move([this](const Exec& to) { scan_ = Scan(to, first_.size()); });
}

NodeSprings ContactSprings::lists() const {
  return {readable(springs_), {readable(first_), readable(items_)}};
}

void ContactSprings::make(const Exec& exec, const Step& step) {
  const PairsAhead& pairs = step.ahead.pairs;
  launch(exec, springs_label, counts_.size(), ClearLists{counts_.view(), cursors_.view()});
  launch(
      exec, springs_label, springs_.size(),
      MakeContactSprings{.ahead = pairs,
                         .first_point = step.ahead.first_point,
                         .body_of_node = readable(body_of_node_),
                         .velocities_m_s = step.velocities_m_s,
                         .masses_kg = step.masses_kg,
                         .stiffness_N_m = readable(stiffness_N_m_),
                         .springs = springs_.view(),
                         .contacts = contacts_.view(),
                         .counts = counts_.view(),
                         .stiffness_scale_s2 = step.dt_s * (step.dt_s + step.stiffness_damping_s)});
  scan_.run(exec, springs_label, readable(counts_), first_.view());
  launch(exec, springs_label, springs_.size(),
         ListContactSprings{pairs.state, readable(springs_), readable(contacts_), readable(first_),
                            cursors_.view(), items_.view()});
  launch(exec, springs_label, cursors_.size(), SortLists{readable(first_), items_.view()});
}

void ContactSprings::try_at(const Exec& exec, const ContactsAhead& ahead,
                            View<const float> changes_m_s, bool whole, View<glm::vec3> right_N_s) {
  launch(exec, springs_label, springs_.size(),
         TrySprings{ahead.pairs.state, readable(contacts_), changes_m_s, springs_.view(),
                    pushes_N_s_.view(), whole});
  launch(exec, springs_label, right_N_s.size,
         AddSpringPushes{lists(), readable(pushes_N_s_), right_N_s});
}

void ContactSprings::add_energies(const Exec& exec, View<const float> changes_m_s,
                                  View<const float> directions_m_s, View<StepEnergies> energies) {
  launch(exec, springs_label, energies.size,
         AddSpringEnergies{lists(), readable(contacts_), changes_m_s, directions_m_s, energies});
}

void ContactSprings::take_impulses(const Exec& exec, const ContactsAhead& ahead,
                                   View<const float> changes_m_s, bool linear) {
  launch(exec, springs_label, springs_.size(),
         TakePairImpulses{.ahead = ahead.pairs,
                          .contacts = readable(contacts_),
                          .springs = readable(springs_),
                          .changes_m_s = changes_m_s,
                          .linear = linear});
}

}  // namespace limber
