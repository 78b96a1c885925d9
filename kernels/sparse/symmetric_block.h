#pragma once

// Operators on the unknowns of one node: the preconditioner's inverse of its diagonal block, and
// the filter of [Baraff98, section 5.3], which removes the directions in which the node is held: by
// a pin, by the mouse, by a contact.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// The unknowns of one node, D in number, out of a vector that holds them node after node.
template <class T, int D>
struct Unknowns {
  T at[D];

  LIMBER_HD static Unknowns load(const T* vector, int node) {
    Unknowns u;
    for (int c = 0; c < D; ++c) u.at[c] = vector[node * D + c];
    return u;
  }
  LIMBER_HD void store(T* vector, int node) const {
    for (int c = 0; c < D; ++c) vector[node * D + c] = at[c];
  }
  LIMBER_HD double dot(const Unknowns& other) const {
    double sum = 0.0;
    for (int c = 0; c < D; ++c)
      sum += static_cast<double>(at[c]) * static_cast<double>(other.at[c]);
    return sum;
  }
};

/// A symmetric matrix of D x D, D being 1 or 3. 3: xx, yy, zz, xy, yz, zx.
template <class T, int D>
struct SymmetricBlock {
  static constexpr int values = D * (D + 1) / 2;
  T at[values];

  LIMBER_HD static SymmetricBlock diagonal(T value) {
    SymmetricBlock block{};
    for (int c = 0; c < D; ++c) block.at[c] = value;
    return block;
  }
  LIMBER_HD Unknowns<T, D> operator*(const Unknowns<T, D>& v) const {
    if constexpr (D == 1) {
      return {{at[0] * v.at[0]}};
    } else {
      return {{at[0] * v.at[0] + at[3] * v.at[1] + at[5] * v.at[2],
               at[3] * v.at[0] + at[1] * v.at[1] + at[4] * v.at[2],
               at[5] * v.at[0] + at[4] * v.at[1] + at[2] * v.at[2]}};
    }
  }
};

/// Lets a node move in all directions.
template <class T, int D>
LIMBER_HD inline SymmetricBlock<T, D> free_filter() {
  return SymmetricBlock<T, D>::diagonal(T(1));
}
/// Holds a node altogether.
template <class T, int D>
LIMBER_HD inline SymmetricBlock<T, D> held_filter() {
  return SymmetricBlock<T, D>::diagonal(T(0));
}
/// Lets a node move along the plane with this unit normal only: a contact.
LIMBER_HD inline SymmetricBlock<float, 3> plane_filter(const glm::vec3& n) {
  return {
      {1.0f - n.x * n.x, 1.0f - n.y * n.y, 1.0f - n.z * n.z, -n.x * n.y, -n.y * n.z, -n.z * n.x}};
}

/// The filters of all nodes; empty where none is held.
template <class T, int D>
using Filters = View<const SymmetricBlock<T, D>>;

template <class T, int D>
LIMBER_HD inline Unknowns<T, D> filtered(const Filters<T, D>& filters, int node,
                                         const Unknowns<T, D>& v) {
  return filters.empty() ? v : filters[node] * v;
}

}  // namespace limber
