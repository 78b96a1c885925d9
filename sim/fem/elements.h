#pragma once

#include <memory>
#include <vector>

#include "kernels/exec.h"
#include "kernels/fem/hold_elements.h"
#include "kernels/fem/newton.h"
#include "kernels/incidence.h"
#include "kernels/view.h"
#include "sim/archive.h"
#include "sim/fem/fem_model.h"
#include "sim/publish.h"

namespace limber {

/// Elements with an elastic energy, for Newton's method (kernels/fem/newton.h).
class EnergyElements {
 public:
  struct Trial {
    NewtonState state;
    View<glm::vec3> forces_N;  ///< as in Elements::Step
    View<float> matrices_kg;
    float stiffness_damping_s;
  };
  struct Directions {
    NewtonState state;
    View<const float> directions_m_s;
    View<StepEnergies> energies;  ///< one per element
    float stiffness_damping_s;
  };

  virtual ~EnergyElements() = default;
  /// Call once, before any launch.
  virtual void make_room(const Exec& exec) = 0;
  virtual void launch_begin(const Exec& exec, View<const glm::vec3> positions_m) = 0;
  virtual void launch_trial(const Exec& exec, const Trial& trial) = 0;
  virtual void launch_energies(const Exec& exec, const Directions& directions) = 0;
  /// See HoldElements; does nothing if only_if[0] is 0.
  virtual void launch_hold(const Exec& exec, const NodeWays& ways, View<int> next_shares,
                           View<const int> only_if) = 0;
  /// Adds the number of inverted elements to `count`.
  virtual void launch_count_inverted(const Exec& exec, View<const glm::vec3> positions_m,
                                     View<int> count) = 0;
};

/// The elements, tetrahedra or springs, in solver memory.
class Elements {
 public:
  /// Input and output of a step. Each element writes its forces to its own slots, from which nodes
  /// gather them without atomics, and the blocks of its matrix.
  struct Step {
    View<const glm::vec3> positions_m;
    View<const glm::vec3> velocities_m_s;
    View<glm::vec3> forces_N;  ///< slot = element * nodes_each + node
    View<float> matrices_kg;   ///< nodes_each x nodes_each blocks per element, row-major
    float dt_s;
    float stiffness_damping_s;
  };
  struct Measure {
    int field;  ///< index into fields()
    Incidence slots_of_node;
    View<const glm::vec3> positions_m;
    View<float> values;  ///< one per node
  };

  virtual ~Elements() = default;
  virtual void launch_step(const Exec& exec, const Step& step) = 0;
  virtual std::vector<ScalarField> fields() const = 0;
  virtual void measure(const Exec& exec, const Measure& measure) = 0;
  virtual void archive(Archive& archive) = 0;
  virtual EnergyElements* with_energy() { return nullptr; }  ///< null: without an elastic energy
};

std::unique_ptr<Elements> make_elements(const Exec& exec, const FemModel& model);

}  // namespace limber
