#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/fem/newton.h"
#include "sim/archive.h"
#include "sim/fem/contact_springs.h"
#include "sim/fem/elements.h"

namespace limber {

/// Newton's method for a step of finite elements: each iteration makes a linear system, has it
/// solved, and does a line search along the solution for the least energy of each body.
class NewtonSolve {
 public:
  /// The nodes and elements of each body are contiguous.
  NewtonSolve(const Exec& exec, const std::vector<int>& body_of_node,
              const std::vector<int>& body_of_element);

  /// Input that stays the same within a step.
  struct Step {
    View<const glm::vec3> positions_m, velocities_m_s;
    View<const float> masses_kg;
    View<const glm::vec3> external_N;
    View<const float> added_diagonal_kg;
    Filters<float, 3> filters;
    View<const float> held_m_s;
    Incidence slots_of_node;
    View<glm::vec3> element_forces_N;
    View<float> element_matrices_kg;
    View<glm::vec3> right_N_s;
    glm::vec3 gravity_m_s2;
    float mass_damping_per_s, stiffness_damping_s, dt_s;
    ContactSprings* contacts;  ///< null: no contacts
    const ContactsAhead* ahead;
  };
  void begin(const Exec& exec, EnergyElements& elements, const Step& step);
  /// Makes the element matrices and the right-hand side of one iteration.
  void make_system(const Exec& exec, EnergyElements& elements, const Step& step);
  /// Does the line search along the solution and adds the step to changes_m_s().
  void take(const Exec& exec, EnergyElements& elements, const Step& step,
            View<const float> directions_m_s);
  View<const float> changes_m_s() const { return readable(changes_); }
  View<float> directions_m_s() { return directions_.view(); }  ///< room for a solution

  void archive(Archive& archive);

 private:
  /// Sums rows of energies by body; the rows of a body are contiguous.
  struct Sums {
    Buffer<StepEnergies> rows, of_chunks, of_bodies;
    Buffer<int> chunks_first, bodies_first;
    Sums(const Exec& exec, const std::vector<int>& body_of_row);
    void launch(const Exec& exec);
    void archive(Archive& archive);
  };
  NewtonState state(const Step& step) const;

  Buffer<int> body_of_node_;
  Buffer<float> changes_, directions_, lengths_;
  Buffer<glm::vec3> impulses_;
  Sums elements_, nodes_;
};

}  // namespace limber
