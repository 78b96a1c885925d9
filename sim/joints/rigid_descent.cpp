// [Giles25]; [Chen24].

#include "sim/joints/rigid_descent.h"

#include "kernels/joints/descent_iterations.h"
#include "kernels/launch.h"
#include "kernels/only_if.h"

namespace limber {

namespace {

constexpr const char* descent_label = "descent";
constexpr const char* lists_label = "contacts of each body";
constexpr const char* colors_label = "colours";
/// Initial stiffnesses of contacts are such that the force of the previous step compresses them by
/// at most this. With ten times this value, boxes under a thousand times their own weight sink
/// twice as far; with a tenth, a stack of equal boxes drifts sideways ten times as far.
constexpr float contact_give_m = 1e-4f;

}  // namespace

RigidDescent::RigidDescent(const Exec& exec, int bodies, int max_blocks, int contacts)
    : falling_(exec, std::vector<double>(static_cast<std::size_t>(bodies), 0.0)),
      free_(exec, bodies),
      next_(exec, bodies),
      start_errors_m_(exec, max_blocks),
      inverse_mass_per_kg_(exec, 3 * max_blocks),
      stiffnesses_kg_(exec, std::vector<double>(3 * static_cast<std::size_t>(max_blocks), 0.0)),
      counts_(exec, bodies + 1),
      first_(exec, bodies + 1),
      cursors_(exec, bodies),
      scan_(exec, bodies + 1),
      colors_(exec, bodies),
      wishes_(exec, bodies),
      of_color_(exec, body_color_counts * bodies),
      counts_of_color_(exec, std::vector<int>(body_color_counts, 0)),
      crowded_(exec, 1 + max_crowded_bodies) {
  make_room(exec, contacts);
  exec.synchronize();
}

void RigidDescent::make_room(const Exec& exec, int contacts) {
  if (stiffnesses_.size() == contacts) return;
  stiffnesses_ = {exec, contacts};
  items_ = {exec, 2 * contacts};
}

template <class Body>
void RigidDescent::launch_for_pairs(const Exec& exec, const char* name, const Step& step,
                                    const Body& body) const {
  launch_for_listed(exec, name, {}, step.contacts.count(), stiffnesses_.size(), body);
}

View<int> RigidDescent::bodies_of(int color) {
  return of_color_.view().part(color * colors_.size(), colors_.size());
}

Descent RigidDescent::descent_of(const Step& step) {
  DescentJoints joints = step.joints;
  joints.start_errors_m = readable(start_errors_m_);
  joints.stiffnesses_kg = stiffnesses_kg_.view();
  joints.error_kept = step.tuning.error_kept;
  joints.dt_s = step.dt_s;
  return {.joints = joints,
          .contacts = {step.contacts.pairs(), step.contacts.impulses(), stiffnesses_.view(),
                       static_cast<float>(step.dt_s)},
          .links = {joints.blocks,
                    step.blocks_of_body,
                    step.contacts.pairs(),
                    {readable(first_), readable(items_)},
                    step.inertias},
          .starts = step.starts,
          .free = readable(free_),
          .poses = step.poses,
          .dt_s = step.dt_s};
}

/// Lists the contacts of each body.
void RigidDescent::launch_lists(const Exec& exec, const Step& step) {
  const View<const RigidPair> pairs = step.contacts.pairs();
  limber::launch(exec, lists_label, counts_.size(), ClearLists{counts_.view(), cursors_.view()});
  launch_for_pairs(exec, lists_label, step, CountBodyPairs{pairs, step.inertias, counts_.view()});
  scan_.run(exec, lists_label, readable(counts_), first_.view());
  launch_for_pairs(
      exec, lists_label, step,
      ListBodyPairs{pairs, step.inertias, readable(first_), cursors_.view(), items_.view()});
  limber::launch(exec, lists_label, cursors_.size(), SortLists{readable(first_), items_.view()});
}

void RigidDescent::launch_colors(const Exec& exec, const BodyLinks& links) {
  const int bodies = colors_.size();
  limber::launch(exec, colors_label, bodies,
                 ClearBodyColors{colors_.view(), counts_of_color_.view()});
  for (int round = 0; round < body_color_rounds; ++round) {
    limber::launch(exec, colors_label, bodies,
                   WishBodyColors{links, readable(colors_), wishes_.view(), round});
    limber::launch(exec, colors_label, bodies,
                   GrantBodyColors{links, readable(wishes_), colors_.view()});
  }
  limber::launch(
      exec, colors_label, bodies,
      ListBodyColors{links.inertias, readable(colors_), counts_of_color_.view(), of_color_.view()});
}

void RigidDescent::launch_iterations(const Exec& exec, const Step& step, const Descent& descent) {
  const DescentTuning& tuning = step.tuning;
  const UpdateJointMultipliers update_joints{.joints = descent.joints,
                                             .poses = step.poses,
                                             .inertias = step.inertias,
                                             .inverse_mass_per_kg = readable(inverse_mass_per_kg_),
                                             .growth_per_m = tuning.growth_per_m,
                                             .stiffest = tuning.stiffest};
  UpdateContactMultipliers update_contacts{descent, static_cast<float>(tuning.growth_per_m),
                                           static_cast<float>(tuning.stiffest)};
  if (exec.fast_kernels()) {
    launch_descent_iterations_on_cuda(exec, descent_label,
                                      {.descent = descent,
                                       .bodies = readable(of_color_),
                                       .counts = readable(counts_of_color_),
                                       .colors = readable(colors_),
                                       .crowded = crowded_.view(),
                                       .next = next_.view(),
                                       .update_joints = update_joints,
                                       .update_contacts = update_contacts,
                                       .contacts = step.contacts.count(),
                                       .iterations = step.iterations});
    return;
  }
  for (int i = 0; i < step.iterations; ++i) {
    launch_colors_in_turn(exec, step, descent);
    limber::launch(exec, descent_label, descent.joints.blocks.size, update_joints);
    update_contacts.last = i + 1 == step.iterations;
    launch_for_pairs(exec, descent_label, step, update_contacts);
  }
}

void RigidDescent::launch_colors_in_turn(const Exec& exec, const Step& step,
                                         const Descent& descent) {
  const auto for_color = [&](int color, const auto& body) {
    launch_for_listed(exec, descent_label, {}, readable(counts_of_color_).part(color, 1),
                      colors_.size(), body);
  };
  for (int color = 0; color < max_body_colors; ++color)
    for_color(color, DescendColor{descent, bodies_of(color)});
  for_color(max_body_colors, DescendLeftOver{descent, bodies_of(max_body_colors), next_.view()});
  for_color(max_body_colors, MoveLeftOver{bodies_of(max_body_colors), readable(next_), step.poses});
}

void RigidDescent::launch(const Exec& exec, const Step& step) {
  const Descent descent = descent_of(step);
  const DescentTuning& tuning = step.tuning;
  launch_lists(exec, step);
  launch_colors(exec, descent.links);
  limber::launch(exec, descent_label, descent.joints.blocks.size,
                 BeginDescentJoints{.joints = descent.joints,
                                    .starts = step.starts,
                                    .inertias = step.inertias,
                                    .start_errors_m = start_errors_m_.view(),
                                    .inverse_mass_per_kg = inverse_mass_per_kg_.view(),
                                    .stops_N_s = step.stops_N_s,
                                    .softest = tuning.softest,
                                    .stiffness_kept = tuning.stiffness_kept,
                                    .impulse_kept = tuning.impulse_kept});
  launch_for_pairs(
      exec, descent_label, step,
      BeginDescentContacts{descent.contacts, tuning.softest, tuning.stiffest, contact_give_m});
  limber::launch(exec, descent_label, colors_.size(),
                 BeginDescent{.inertias = step.inertias,
                              .starts = step.starts,
                              .momenta = step.momenta,
                              .falling = readable(falling_),
                              .free = free_.view(),
                              .poses = step.poses,
                              .gravity_m_s2 = step.gravity_m_s2,
                              .dt_s = step.dt_s});
  launch_iterations(exec, step, descent);
  limber::launch(exec, descent_label, colors_.size(),
                 EndDescent{.inertias = step.inertias,
                            .starts = step.starts,
                            .poses = step.poses,
                            .momenta = step.momenta,
                            .falling = falling_.view(),
                            .gravity_m_s2 = step.gravity_m_s2,
                            .dt_s = step.dt_s});
}

void RigidDescent::request_left_over(const Exec& exec) {
  if (!later_.pending()) later_.request(exec, readable(counts_of_color_).part(max_body_colors, 1));
}

int RigidDescent::left_over() {
  if (const auto now = later_.poll()) left_over_ = *now;
  return left_over_;
}

void RigidDescent::archive(Archive& archive) {
  archive.state("stiffnesses", stiffnesses_kg_, Start::zeros);
  archive.state("falling", falling_, Start::zeros);
  archive.scratch(free_, next_, start_errors_m_, inverse_mass_per_kg_, stiffnesses_, counts_,
                  first_, cursors_, items_, colors_, wishes_, of_color_, counts_of_color_,
                  crowded_);
  archive.after_move([this](const Exec& to) { scan_ = Scan(to, first_.size()); });
}

}  // namespace limber
