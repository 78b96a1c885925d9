#pragma once

// Fields of finite elements for display: stress, rotation, displacement.

#include <glm/glm.hpp>

#include "kernels/fem/element.h"
#include "kernels/fem/polar.h"
#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/view.h"

namespace limber {

struct ElementMeasure {
  float von_mises_Pa;  ///< of the mean stress
  float rotation_rad;
};

/// Uses the elements as rotated by ElementForces.
template <int N>
struct MeasureElements {
  View<const ElementNodes<N>> nodes;
  View<const Tetrahedron<float>> turned;
  View<const Quaternion> rotations;
  View<const glm::vec3> positions_m;
  View<ElementMeasure> measures;

  LIMBER_HD void operator()(int i) const {
    glm::vec3 x[N];
    for (int k = 0; k < N; ++k) x[k] = positions_m[nodes[i].at[k]];
    measures[i] = {von_mises(mean_stress_Pa(turned[i], x)), angle_rad(rotations[i])};
  }
};

/// One of the measures, averaged over the elements around each node.
template <int N>
struct MeasureNodes {
  Incidence slots_of_node;  ///< slot = element * N + node
  View<const ElementMeasure> element_measures;
  bool rotation;  ///< rotation in rad; else stress in kPa
  View<float> values;

  LIMBER_HD void operator()(int i) const {
    float sum = 0.0f;
    for (int k = slots_of_node.first[i]; k < slots_of_node.first[i + 1]; ++k) {
      const ElementMeasure measure = element_measures[slots_of_node.items[k] / N];
      sum += rotation ? measure.rotation_rad : measure.von_mises_Pa * 1e-3f;
    }
    const int count = slots_of_node.first[i + 1] - slots_of_node.first[i];
    values[i] = count > 0 ? sum / static_cast<float>(count) : 0.0f;
  }
};

/// Distance of each node from its rest position, in m.
struct MeasureDisplacement {
  View<const glm::vec3> positions_m;
  View<const glm::vec3> rest_m;
  View<float> values;

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 moved = positions_m[i] - rest_m[i];
    values[i] = glm::sqrt(glm::dot(moved, moved));
  }
};

}  // namespace limber
