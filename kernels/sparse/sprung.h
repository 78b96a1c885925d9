#pragma once

// A sparse matrix, and springs between a few of its nodes that change from step to step: these are
// multiplied separately, so that they need no entries in its pattern.

#include <glm/glm.hpp>
#include <type_traits>

#include "kernels/incidence.h"
#include "kernels/sparse/block_sell.h"

namespace limber {

/// Adds stiffness j transpose(j) to the matrix, where j is weights[k] * direction at each node.
struct alignas(16) NodeSpring {
  glm::ivec4 nodes{-1};  ///< -1: none
  glm::vec4 weights{0.0f};
  glm::vec3 direction{0.0f};
  float stiffness = 0.0f;

  /// transpose(j) x; stride: values of x per node
  template <int stride = 3, class T>
  LIMBER_HD T along(const View<const T>& x) const {
    T sum(0);
    for (int k = 0; k < 4; ++k) {
      if (nodes[k] < 0) continue;
      const T* at = x.data + stride * nodes[k];
      sum += T(weights[k]) *
             (T(direction.x) * at[0] + T(direction.y) * at[1] + T(direction.z) * at[2]);
    }
    return sum;
  }
  LIMBER_HD float weight_of(int node) const {
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k)
      if (nodes[k] == node) sum += weights[k];
    return sum;
  }
};

/// Springs, and those of each node in ascending order.
struct NodeSprings {
  View<const NodeSpring> springs;
  Incidence of_node;

  LIMBER_HD bool empty() const { return springs.empty(); }
};

template <class Matrix>
struct Sprung : Matrix {
  using T = typename Matrix::Scalar;
  using Part = typename Matrix::Part;
  NodeSprings added;

  LIMBER_HD Sprung(const Matrix& matrix, const NodeSprings& springs)
      : Matrix(matrix), added(springs) {}

  LIMBER_HD Part part(int unit, int lane, const View<const T>& x) const {
    Part sum = Matrix::part(unit, lane, x);
    add_springs(node_of(unit), unit % 3, lane, x, sum);
    return sum;
  }
  /// Adds a lane's share of the springs at a node. component: of the unit, where units are rows of
  /// scalars.
  template <int stride = 3>
  LIMBER_HD void add_springs(int node, int component, int lane, const View<const T>& x,
                             Part& sum) const {
    const int end = added.of_node.first[node + 1];
    for (int k = added.of_node.first[node] + lane; k < end; k += this->lanes()) {
      const NodeSpring& spring = added.springs[added.of_node.items[k]];
      if (spring.stiffness == 0.0f) continue;
      const T pull =
          T(spring.stiffness * spring.weight_of(node)) * spring.template along<stride>(x);
      if constexpr (std::is_same_v<Part, Triple<T>>)
        sum += {pull * T(spring.direction.x), pull * T(spring.direction.y),
                pull * T(spring.direction.z)};
      else
        sum += pull * T(spring.direction[component]);
    }
  }
  LIMBER_HD T diagonal_entry(int node, int a, int c) const {
    T sum = Matrix::diagonal_entry(node, a, c);
    for (int k = added.of_node.first[node]; k < added.of_node.first[node + 1]; ++k) {
      const NodeSpring& spring = added.springs[added.of_node.items[k]];
      const float weight = spring.weight_of(node);
      sum += T(spring.stiffness * weight * weight * spring.direction[a] * spring.direction[c]);
    }
    return sum;
  }

 private:
  /// Units are rows of blocks, in an order of their own, or rows of scalars.
  LIMBER_HD int node_of(int unit) const {
    if constexpr (std::is_same_v<Part, Triple<T>>)
      return this->row_of_unit[unit];
    else
      return unit / 3;
  }
};

}  // namespace limber
