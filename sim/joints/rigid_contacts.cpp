// [Silcowitz10].

#include "sim/joints/rigid_contacts.h"

#include "kernels/launch.h"
#include "kernels/only_if.h"

namespace limber {

namespace {

constexpr const char* rigid_contacts_label = "contacts of rigid bodies";

int sum_parts_of(int things) { return (things + rigid_sum_block - 1) / rigid_sum_block; }

}  // namespace

RigidContacts::RigidContacts(const Exec& exec, int bodies, int touches)
    : velocities_(exec, bodies),
      sums_(exec, std::vector<long long>(6 * static_cast<std::size_t>(bodies), 0)),
      along_(exec, bodies),
      energies_(exec, bodies),
      energy_parts_(exec, sum_parts_of(bodies)),
      in_contact_(exec, bodies),
      slots_(exec, slots_per_block * max_rigid_blocks),
      progress_(exec, std::vector<RigidProgress>(1)),
      listed_(exec, std::vector<int>(1, 0)),
      count_(exec, std::vector<int>(1, 0)),
      touches_(touches) {
  exec.synchronize();
}

void RigidContacts::make_room(const Exec& exec, int pairs) {
  const int all = touches_ + pairs;
  if (pairs_.size() == all) return;
  pairs_ = {exec, all};
  impulses_ = {exec, all};
  products_ = {exec, all};
  parts_ = {exec, sum_parts_of(all)};
  chosen_ = {exec, std::vector<int>(static_cast<std::size_t>(all) + 1, 0)};
  places_ = {exec, all + 1};
  scan_ = Scan(exec, all + 1);
}

template <class Body>
void RigidContacts::launch_for_pairs(const Exec& exec, const Body& body,
                                     View<const int> only_if) const {
  launch_for_listed(exec, rigid_contacts_label, only_if, readable(count_), pairs_.size(), body);
}

GatherRigidPairs RigidContacts::gather_of(const Step& step, View<const RigidMomentum> along) {
  return {.in_contact = readable(in_contact_),
          .inertias = step.state.inertias,
          .poses = step.state.starts,
          .along = along,
          .progress = readable(progress_),
          .sums = sums(),
          .momenta = step.state.momenta,
          .velocities = velocities_.view()};
}

void RigidContacts::launch_list(const Exec& exec, const Step& step, const RigidSums& sums,
                                View<int> in_contact) {
  const ListedContacts listed{
      {step.points, step.state.starts, step.ahead->pairs, step.ahead->first_point}, step.touches};
  const auto launch_for_all = [&](const auto& body) {
    launch_for_listed(exec, rigid_contacts_label, {}, readable(listed_), pairs_.size(), body);
  };
  launch(exec, rigid_contacts_label, 1,
         CountRigidPairs{step.ahead->pairs.state, touches_, listed_.view()});
  launch_for_all(ChooseRigidPairs{listed, chosen_.view()});
  scan_.run(exec, rigid_contacts_label, readable(chosen_), places_.view());
  launch(exec, rigid_contacts_label, 1,
         CountChosenPairs{readable(listed_), readable(places_), count_.view()});
  launch_for_all(BeginRigidPairs{.listed = listed,
                                 .warm_start = step.warm_start,
                                 .places = readable(places_),
                                 .momenta = step.state.momenta,
                                 .friction = step.friction,
                                 .restitution = step.restitution,
                                 .sums = sums,
                                 .in_contact = in_contact,
                                 .pairs = pairs_.view(),
                                 .impulses = impulses_.view()});
}

void RigidContacts::launch_list(const Exec& exec, const Step& step) {
  launch_list(exec, step, {}, {});
}

void RigidContacts::launch_begin(const Exec& exec, const Step& step) {
  launch(exec, rigid_contacts_label, velocities_.size(),
         BeginRigidBodies{.inertias = step.state.inertias,
                          .poses = step.state.starts,
                          .momenta = step.state.momenta,
                          .velocities = velocities_.view(),
                          .in_contact = in_contact_.view(),
                          .energies = energies_.view()});
  launch_list(exec, step, sums(), in_contact_.view());
}

void RigidContacts::launch_sums(const Exec& exec) {
  launch(exec, rigid_contacts_label, parts_.size(),
         SumRigidProducts{readable(count_), readable(products_), parts_.view()});
}

void RigidContacts::launch_iterations(const Exec& exec, const Step& step, int iterations,
                                      View<const int> awake) {
  RigidIterations all{.gather = gather_of(step, readable(along_)),
                      .solve = {.pairs = readable(pairs_),
                                .velocities = readable(velocities_),
                                .impulses = impulses_.view(),
                                .products = products_.view()},
                      .turn = {.pairs = readable(pairs_),
                               .progress = readable(progress_),
                               .sums = sums(),
                               .impulses = impulses_.view(),
                               .products = products_.view()},
                      .aim = {.in_contact = readable(in_contact_),
                              .inertias = step.state.inertias,
                              .poses = step.state.starts,
                              .sums = sums(),
                              .along = along_.view(),
                              .energies = energies_.view()},
                      .push = {.pairs = readable(pairs_),
                               .progress = readable(progress_),
                               .sums = sums(),
                               .impulses = impulses_.view()},
                      .awake = awake,
                      .count = readable(count_),
                      .iterations = iterations,
                      .slots = slots_.view()};
  if (exec.fast_kernels())
    launch_rigid_iterations_on_cuda(exec, rigid_contacts_label, all);
  else
    launch_in_turn(exec, all, step);
}

void RigidContacts::launch_in_turn(const Exec& exec, const RigidIterations& all, const Step& step) {
  launch(exec, rigid_contacts_label, velocities_.size(), gather_of(step, {}));
  for (int i = 0; i < all.iterations; ++i) {
    launch_for_pairs(exec, all.solve, all.awake);
    launch_sums(exec);
    launch(exec, rigid_contacts_label, 1,
           KeepRigidDirection{readable(parts_), progress_.view(), i == 0});
    launch_for_pairs(exec, all.turn, all.awake);
    launch(exec, rigid_contacts_label, along_.size(), all.aim);
    launch_sums(exec);
    launch(exec, rigid_contacts_label, energy_parts_.size(),
           SumRigidEnergies{readable(energies_), energy_parts_.view()});
    launch(exec, rigid_contacts_label, 1,
           AimRigidPairs{readable(parts_), readable(energy_parts_), progress_.view()});
    launch_for_pairs(exec, all.push, all.awake);
    launch(exec, rigid_contacts_label, velocities_.size(), all.gather);
  }
}

void RigidContacts::launch_end(const Exec& exec, const Step& step) {
  launch_for_pairs(
      exec, EndRigidPairs{readable(pairs_), readable(impulses_), step.ahead->pairs, step.touches});
}

void RigidContacts::archive(Archive& archive) {
  archive.scratch(velocities_, sums_, along_, energies_, in_contact_, energy_parts_, slots_,
                  progress_, listed_, count_, pairs_, impulses_, products_, parts_, chosen_,
                  places_);
  archive.after_move([this](const Exec& to) { scan_ = Scan(to, places_.size()); });
}

}  // namespace limber
