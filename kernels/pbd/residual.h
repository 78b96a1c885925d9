#pragma once

#include "kernels/pbd/project.h"

namespace limber {

inline constexpr int residual_block = 256;

/// Sums the squares of `residual_block` constraints per element, in a fixed order: the same bits on
/// every backend, for any number of threads.
template <class Constraint>
struct SumSquaresOfBlock {
  static constexpr int grain = 1;
  ConstraintData<Constraint> constraints;
  View<const Particle> particles;
  float rest_scale;
  View<double> block_sums;

  LIMBER_HD void operator()(int block) const {
    const int first = block * residual_block;
    const int rest_of_all = constraints.rest.size - first;
    const int count = rest_of_all < residual_block ? rest_of_all : residual_block;
    double sum = 0.0;
    for (int i = first; i < first + count; ++i) {
      const auto c = constraints.load(i);
      glm::vec3 x[Constraint::corners];
      glm::vec3 gradient[Constraint::corners];
      for (int k = 0; k < Constraint::corners; ++k) x[k] = particles[c.corners.at[k]].position_m;
      const double value = Constraint::evaluate(x, c.rest * rest_scale, gradient);
      sum += value * value;
    }
    block_sums[block] = sum;
  }
};

/// Adds up the block sums; one element.
struct SumBlocks {
  View<const double> block_sums;
  View<double> total;

  LIMBER_HD void operator()(int) const {
    double sum = 0.0;
    for (int i = 0; i < block_sums.size; ++i) sum += block_sums[i];
    total[0] = sum;
  }
};

}  // namespace limber
