#pragma once

// The symmetric 6x6 block of one body in a block descent [Giles25, equation 4]: its resistance to
// three translations and three rotations.

#include <glm/glm.hpp>

#include "kernels/hd.h"

namespace limber {

/// A displacement of a body: of its centre, and a rotation vector. Also the generalized force on
/// both.
struct BodyMove {
  glm::dvec3 linear{0.0}, angular{0.0};
};

/// In kg, kg m and kg m^2; positive definite once a body's own mass and inertia are in it.
struct BodyBlock {
  double at[21] = {};  ///< the lower triangle, row by row

  LIMBER_HD static constexpr int place(int row, int column) { return row * (row + 1) / 2 + column; }

  /// Adds kg * row * row^T.
  LIMBER_HD void add(const BodyMove& row, double kg) {
    const double v[6] = {row.linear.x,  row.linear.y,  row.linear.z,
                         row.angular.x, row.angular.y, row.angular.z};
    for (int r = 0; r < 6; ++r) {
      const double scaled = kg * v[r];
      for (int c = 0; c <= r; ++c) at[place(r, c)] += scaled * v[c];
    }
  }
  LIMBER_HD void add_to_linear(const glm::dvec3& kg) {
    for (int k = 0; k < 3; ++k) at[place(k, k)] += kg[k];
  }
  LIMBER_HD void add_to_angular(const glm::dvec3& kg_m2) {
    for (int k = 0; k < 3; ++k) at[place(3 + k, 3 + k)] += kg_m2[k];
  }

  /// Solves A x = right by A = L D L^T.
  LIMBER_HD BodyMove solved(const BodyMove& right) const {
    double l[21], d[6], per_d[6];  // divisions are slow on a GPU
    double x[6] = {right.linear.x,  right.linear.y,  right.linear.z,
                   right.angular.x, right.angular.y, right.angular.z};
    for (int r = 0; r < 6; ++r) {
      double pivot = at[place(r, r)];
      for (int c = 0; c < r; ++c) {
        double sum = at[place(r, c)];
        for (int k = 0; k < c; ++k) sum -= l[place(r, k)] * l[place(c, k)] * d[k];
        l[place(r, c)] = sum * per_d[c];
        pivot -= l[place(r, c)] * sum;
        x[r] -= l[place(r, c)] * x[c];
      }
      d[r] = pivot;
      per_d[r] = 1.0 / pivot;
    }
    for (int r = 5; r >= 0; --r) {
      x[r] *= per_d[r];
      for (int k = r + 1; k < 6; ++k) x[r] -= l[place(k, r)] * x[k];
    }
    return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
  }
};

}  // namespace limber
