#pragma once

#include <memory>
#include <vector>

#include "kernels/exec.h"
#include "kernels/incidence.h"
#include "kernels/view.h"
#include "sim/archive.h"
#include "sim/fem/fem_model.h"
#include "sim/publish.h"

namespace limber {

/// What pulls at the nodes: tetrahedra or springs, where the solver runs.
class Elements {
 public:
  /// What a step asks of them and where they put it: forces in slots of their own, so that nodes
  /// can gather them without atomics, and the blocks of their matrices.
  struct Step {
    View<const glm::vec3> positions_m;
    View<const glm::vec3> velocities_m_s;
    View<glm::vec3> forces_N;  ///< slot = element * nodes_each + node
    View<float> matrices_kg;   ///< nodes_each x nodes_each blocks an element, rows first
    float dt_s;
    float stiffness_damping_s;
  };
  struct Measure {
    int field;  ///< index into fields()
    Incidence slots_of_node;
    View<const glm::vec3> positions_m;
    View<float> values;  ///< one a node
  };

  virtual ~Elements() = default;
  virtual void launch_step(const Exec& exec, const Step& step) = 0;
  virtual std::vector<ScalarField> fields() const = 0;
  virtual void measure(const Exec& exec, const Measure& measure) = 0;
  virtual void archive(Archive& archive) = 0;
};

std::unique_ptr<Elements> make_elements(const Exec& exec, const FemModel& model);

}  // namespace limber
