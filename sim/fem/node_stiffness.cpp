#include "sim/fem/node_stiffness.h"

namespace limber {

namespace {

template <int N>
std::vector<float> held_by_tetrahedra_N_m(const FemModel& model) {
  std::vector<float> sums(model.nodes_m.size(), 0.0f);
  for (int e = 0; e < model.elements(); ++e)
    for (int k = 0; k < N; ++k) {
      const glm::mat3 block = stiffness_block<N>(model.tetrahedra[e], k, k);
      sums[model.corners[e * N + k]] += (block[0][0] + block[1][1] + block[2][2]) / 3.0f;
    }
  return sums;
}

}  // namespace

std::vector<float> node_stiffness_N_m(const FemModel& model) {
  if (model.kind == ElementKind::linear) return held_by_tetrahedra_N_m<4>(model);
  if (model.kind == ElementKind::quadratic) return held_by_tetrahedra_N_m<10>(model);
  std::vector<float> sums(model.nodes_m.size(), 0.0f);
  for (int e = 0; e < model.elements(); ++e)
    for (int k = 0; k < 2; ++k) sums[model.corners[2 * e + k]] += model.springs[e].stretch_N_m;
  return sums;
}

}  // namespace limber
