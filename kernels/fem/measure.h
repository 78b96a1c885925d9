#pragma once

// What the views show of a body of finite elements: stress, rotation, displacement.

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

/// Of elements as ElementForces left them.
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

struct NodeMeasure {
  float von_mises_Pa;
  float rotation_rad;
  float displacement_m;
};

/// The mean over the elements around each node, and how far it is from where it rests.
template <int N>
struct MeasureNodes {
  Incidence slots_of_node;  ///< slot = element * N + node
  View<const ElementMeasure> element_measures;
  View<const glm::vec3> positions_m;
  View<const glm::vec3> rest_m;
  View<NodeMeasure> measures;

  LIMBER_HD void operator()(int i) const {
    NodeMeasure sum{0.0f, 0.0f, 0.0f};
    for (int k = slots_of_node.first[i]; k < slots_of_node.first[i + 1]; ++k) {
      const ElementMeasure measure = element_measures[slots_of_node.items[k] / N];
      sum.von_mises_Pa += measure.von_mises_Pa;
      sum.rotation_rad += measure.rotation_rad;
    }
    const int count = slots_of_node.first[i + 1] - slots_of_node.first[i];
    const float share = count > 0 ? 1.0f / static_cast<float>(count) : 0.0f;
    const glm::vec3 moved = positions_m[i] - rest_m[i];
    measures[i] = {sum.von_mises_Pa * share, sum.rotation_rad * share,
                   glm::sqrt(glm::dot(moved, moved))};
  }
};

}  // namespace limber
