// [Gast15].

#include "sim/fem/newton_solve.h"

#include "kernels/launch.h"

namespace limber {

namespace {

constexpr const char* newton_label = "newton";

}  // namespace

NewtonSolve::Sums::Sums(const Exec& exec, const std::vector<int>& body_of_row) {
  constexpr int rows_each = 64;
  const int count = static_cast<int>(body_of_row.size());
  std::vector<int> chunks, bodies;
  for (int row = 0; row < count; ++row) {
    const bool new_body = row == 0 || body_of_row[row] != body_of_row[row - 1];
    if (new_body) bodies.push_back(static_cast<int>(chunks.size()));
    if (new_body || row - chunks.back() == rows_each) chunks.push_back(row);
  }
  bodies.push_back(static_cast<int>(chunks.size()));
  chunks.push_back(count);
  rows = {exec, count};
  of_chunks = {exec, static_cast<int>(chunks.size()) - 1};
  of_bodies = {exec, static_cast<int>(bodies.size()) - 1};
  chunks_first = {exec, chunks};
  bodies_first = {exec, bodies};
}

void NewtonSolve::Sums::launch(const Exec& exec) {
  limber::launch(exec, newton_label, of_chunks.size(),
                 SumEnergies{readable(chunks_first), readable(rows), of_chunks.view()});
  limber::launch(exec, newton_label, of_bodies.size(),
                 SumEnergies{readable(bodies_first), readable(of_chunks), of_bodies.view()});
}

void NewtonSolve::Sums::archive(Archive& archive) {
  archive.scratch(rows, of_chunks, of_bodies, chunks_first, bodies_first);
}

NewtonSolve::NewtonSolve(const Exec& exec, const std::vector<int>& body_of_node,
                         const std::vector<int>& body_of_element)
    : body_of_node_(exec, body_of_node),
      changes_(exec, 3 * body_of_node_.size()),
      directions_(exec, std::vector<float>(3 * body_of_node.size(), 0.0f)),
      impulses_(exec, body_of_node_.size()),
      elements_(exec, body_of_element),
      nodes_(exec, body_of_node) {
  lengths_ = {exec, nodes_.of_bodies.size()};
}

void NewtonSolve::archive(Archive& archive) {
  archive.scratch(body_of_node_, changes_, directions_, lengths_, impulses_);
  elements_.archive(archive);
  nodes_.archive(archive);
}

NewtonState NewtonSolve::state(const Step& step) const {
  return {step.positions_m, step.velocities_m_s, readable(changes_), step.dt_s};
}

void NewtonSolve::begin(const Exec& exec, EnergyElements& elements, const Step& step) {
  elements.launch_begin(exec, step.positions_m);
  launch(exec, newton_label, impulses_.size(),
         StartNewton{step.filters, step.held_m_s, step.velocities_m_s, changes_.view(),
                     directions_.view()});
  launch(exec, newton_label, impulses_.size(),
         NewtonImpulses{.external_N = step.external_N,
                        .masses_kg = step.masses_kg,
                        .velocities_m_s = step.velocities_m_s,
                        .impulses_N_s = impulses_.view(),
                        .gravity_m_s2 = step.gravity_m_s2,
                        .mass_damping_per_s = step.mass_damping_per_s,
                        .dt_s = step.dt_s});
  take(exec, elements, step, readable(directions_));
}

void NewtonSolve::make_system(const Exec& exec, EnergyElements& elements, const Step& step) {
  elements.launch_trial(exec, {.state = state(step),
                               .forces_N = step.element_forces_N,
                               .matrices_kg = step.element_matrices_kg,
                               .stiffness_damping_s = step.stiffness_damping_s});
  launch(exec, newton_label, impulses_.size(),
         NewtonRightHandSide{.slots_of_node = step.slots_of_node,
                             .forces_N = step.element_forces_N,
                             .impulses_N_s = readable(impulses_),
                             .added_diagonal_kg = step.added_diagonal_kg,
                             .state = state(step),
                             .right_N_s = step.right_N_s});
  if (step.contacts)
    step.contacts->try_at(exec, *step.ahead, readable(changes_), false, step.right_N_s);
}

void NewtonSolve::take(const Exec& exec, EnergyElements& elements, const Step& step,
                       View<const float> directions_m_s) {
  elements.launch_energies(exec, {.state = state(step),
                                  .directions_m_s = directions_m_s,
                                  .energies = elements_.rows.view(),
                                  .stiffness_damping_s = step.stiffness_damping_s});
  launch(exec, newton_label, impulses_.size(),
         NodeEnergies{.impulses_N_s = readable(impulses_),
                      .added_diagonal_kg = step.added_diagonal_kg,
                      .state = state(step),
                      .directions_m_s = directions_m_s,
                      .energies = nodes_.rows.view()});
  if (step.contacts)
    step.contacts->add_energies(exec, readable(changes_), directions_m_s, nodes_.rows.view());
  elements_.launch(exec);
  nodes_.launch(exec);
  launch(exec, newton_label, lengths_.size(),
         ChooseStepLengths{readable(elements_.of_bodies), readable(nodes_.of_bodies),
                           lengths_.view()});
  launch(
      exec, newton_label, impulses_.size(),
      TakeDirection{readable(body_of_node_), readable(lengths_), directions_m_s, changes_.view()});
}

}  // namespace limber
