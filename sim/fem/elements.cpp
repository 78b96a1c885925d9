// [Weber13, section 4.1] and [ChoiKo02]: launches the kernels of kernels/fem/corotate.h and
// spring.h.

#include "sim/fem/elements.h"

#include <algorithm>

#include "kernels/buffer.h"
#include "kernels/fem/corotate.h"
#include "kernels/fem/element_matrices.h"
#include "kernels/fem/measure.h"
#include "kernels/launch.h"
#include "kernels/only_if.h"

namespace limber {

namespace {

constexpr const char* elements_label = "elements";

template <int N>
std::vector<ElementNodes<N>> nodes_of(const std::vector<int>& corners) {
  std::vector<ElementNodes<N>> elements(corners.size() / N);
  for (std::size_t i = 0; i < elements.size(); ++i)
    std::copy_n(corners.begin() + static_cast<std::ptrdiff_t>(i) * N, N, elements[i].at);
  return elements;
}

/// Corotational or stable neo-Hookean, linear or quadratic.
template <int N>
class Tetrahedra : public Elements, public EnergyElements {
 public:
  Tetrahedra(const Exec& exec, const FemModel& model)
      : nodes_(exec, nodes_of<N>(model.corners)),
        rest_(exec, model.tetrahedra),
        turned_(exec, model.tetrahedra),
        rotations_(exec, std::vector<Quaternion>(model.tetrahedra.size(), no_rotation)),
        measures_(exec, static_cast<int>(model.tetrahedra.size())) {}

  void launch_step(const Exec& exec, const Step& step) override {
    const float lookahead_s = step.dt_s + step.stiffness_damping_s;
    launch(exec, elements_label, nodes_.size(),
           ElementForces<N>{.nodes = readable(nodes_),
                            .rest = readable(rest_),
                            .positions_m = step.positions_m,
                            .velocities_m_s = step.velocities_m_s,
                            .rotations = rotations_.view(),
                            .turned = turned_.view(),
                            .forces_N = step.forces_N,
                            .lookahead_s = lookahead_s});
    launch_element_matrices(
        exec, elements_label, nodes_.size(),
        ElementMatrices<N>{{readable(turned_), step.dt_s * lookahead_s, 0.0f}, step.matrices_kg});
  }

  std::vector<ScalarField> fields() const override {
    return {{"stress", "kPa, von Mises", 0.0f, 20.0f}, {"rotation", "rad", 0.0f, 1.5f}};
  }

  void measure(const Exec& exec, const Measure& measure) override {
    launch(exec, "publish", nodes_.size(),
           MeasureElements<N>{readable(nodes_), readable(turned_), readable(rotations_),
                              measure.positions_m, measures_.view()});
    launch(exec, "publish", measure.values.size,
           MeasureNodes<N>{measure.slots_of_node, readable(measures_), measure.field == 1,
                           measure.values});
  }

  void archive(Archive& archive) override {
    archive.scratch(nodes_, rest_, turned_, measures_, tangents_);
    archive.derived("rotations", rotations_);
  }

  EnergyElements* with_energy() override { return this; }

  void make_room(const Exec& exec) override {
    if (tangents_.size() == 0) tangents_ = {exec, nodes_.size() * quadrature_points<N>};
  }

  void launch_begin(const Exec& exec, View<const glm::vec3> positions_m) override {
    launch(exec, elements_label, nodes_.size(),
           TurnElements<N>{readable(nodes_), readable(rest_), positions_m, rotations_.view(),
                           turned_.view()});
  }

  void launch_trial(const Exec& exec, const Trial& trial) override {
    launch(exec, elements_label, nodes_.size(),
           NewtonElements<N>{.nodes = readable(nodes_),
                             .rest = readable(rest_),
                             .turned = readable(turned_),
                             .rotations = readable(rotations_),
                             .state = trial.state,
                             .tangents = tangents_.view(),
                             .forces_N = trial.forces_N,
                             .stiffness_damping_s = trial.stiffness_damping_s});
    const float dt_s = trial.state.dt_s;
    const NewtonBlocks<N> blocks{readable(rest_), readable(turned_), readable(tangents_),
                                 dt_s * dt_s, dt_s * trial.stiffness_damping_s};
    launch_element_matrices(exec, elements_label, nodes_.size(),
                            NewtonMatrices<N>{blocks, trial.matrices_kg});
  }

  void launch_energies(const Exec& exec, const Directions& directions) override {
    launch(exec, elements_label, nodes_.size(),
           ElementEnergies<N>{.nodes = readable(nodes_),
                              .rest = readable(rest_),
                              .turned = readable(turned_),
                              .state = directions.state,
                              .directions_m_s = directions.directions_m_s,
                              .energies = directions.energies,
                              .stiffness_damping_s = directions.stiffness_damping_s});
  }

  void launch_hold(const Exec& exec, const NodeWays& ways, View<int> next_shares,
                   View<const int> only_if) override {
    launch_only_if(exec, "hold back", only_if, nodes_.size(),
                   HoldElements<N>{readable(nodes_), readable(rest_), ways, next_shares});
  }

  void launch_count_inverted(const Exec& exec, View<const glm::vec3> positions_m,
                             View<int> count) override {
    launch(exec, elements_label, nodes_.size(),
           CountInverted<N>{readable(nodes_), readable(rest_), positions_m, count});
  }

 private:
  Buffer<ElementNodes<N>> nodes_;
  Buffer<PrincipalTangent<float>> tangents_;  ///< empty until make_room()
  Buffer<Tetrahedron<float>> rest_, turned_;
  Buffer<Quaternion> rotations_;
  Buffer<ElementMeasure> measures_;
};

class Springs : public Elements {
 public:
  Springs(const Exec& exec, const FemModel& model)
      : nodes_(exec, nodes_of<2>(model.corners)), springs_(exec, model.springs) {}

  void launch_step(const Exec& exec, const Step& step) override {
    const float lookahead_s = step.dt_s + step.stiffness_damping_s;
    launch(exec, elements_label, nodes_.size(),
           SpringElements{.nodes = readable(nodes_),
                          .springs = readable(springs_),
                          .positions_m = step.positions_m,
                          .velocities_m_s = step.velocities_m_s,
                          .forces_N = step.forces_N,
                          .matrices_kg = step.matrices_kg,
                          .lookahead_s = lookahead_s,
                          .stiffness_scale_s2 = step.dt_s * lookahead_s});
  }

  std::vector<ScalarField> fields() const override {
    return {{"strain", "of a spring's length", -0.02f, 0.1f}};
  }

  void measure(const Exec& exec, const Measure& measure) override {
    launch(exec, "publish", measure.values.size,
           MeasureSprings{measure.slots_of_node, readable(nodes_), readable(springs_),
                          measure.positions_m, measure.values});
  }

  void archive(Archive& archive) override { archive.scratch(nodes_, springs_); }

 private:
  Buffer<ElementNodes<2>> nodes_;
  Buffer<Spring> springs_;
};

}  // namespace

std::unique_ptr<Elements> make_elements(const Exec& exec, const FemModel& model) {
  if (model.kind == ElementKind::spring) return std::make_unique<Springs>(exec, model);
  if (model.kind == ElementKind::linear) return std::make_unique<Tetrahedra<4>>(exec, model);
  return std::make_unique<Tetrahedra<10>>(exec, model);
}

}  // namespace limber
