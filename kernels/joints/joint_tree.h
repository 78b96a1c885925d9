#pragma once

// A direct solve for joints that form trees, in linear time [Baraff96]: the blocks of J M^-1 J^T
// are eliminated from the leaves to the roots. For each body, a 6x6 matrix W keeps its inverse mass
// in the presence of the eliminated joints; initially W = M^-1. Eliminating a joint subtracts W J^T
// S^-1 J W, with S = J W J^T over both of its bodies. So a body may hang on any number of fixed
// bodies, where Baraff's own order, over M and J, divides by zero.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/joints/joint.h"
#include "kernels/view.h"

namespace limber {

/// A joint, seen from its carrier: the body that is nearer to the root.
struct TreeLink {
  int first_block = 0;
  int rows = 3;          ///< 3 per block
  int first_number = 0;  ///< index of its factors
  int carrier = -1;
  int child = -1;  ///< the body farther from the root; -1: a fixed one
  int carrier_is_b = 0;
};

/// Joints without loops. A path runs from a leaf towards the root; the paths that hang on it are of
/// lower levels.
struct JointForest {
  View<const TreeLink> links;
  View<const int> first_body, bodies;         ///< of each path, from its leaf
  View<const int> first_link, links_of_body;  ///< which each body carries
  View<const int> link_below;                 ///< from each body to its carrier; -1: it is a root
};

/// A force and a torque, or linear and angular velocity.
struct Wrench {
  double of[6];
};

/// The row of a joint as one of its bodies feels it.
LIMBER_HD inline Wrench wrench_of(const JointRows& rows, int r, bool is_b) {
  const glm::dvec3 f = is_b ? -rows.linear_a[r] : rows.linear_a[r];
  const glm::dvec3 t = is_b ? rows.angular_b[r] : rows.angular_a[r];
  return {{f.x, f.y, f.z, t.x, t.y, t.z}};
}

LIMBER_HD inline double dot(const Wrench& a, const Wrench& b) {
  double sum = 0.0;
  for (int i = 0; i < 6; ++i) sum += a.of[i] * b.of[i];
  return sum;
}

LIMBER_HD inline void add(Wrench& sum, const Wrench& more, double times) {
  for (int i = 0; i < 6; ++i) sum.of[i] += more.of[i] * times;
}

/// Factors the matrix. One thread per path. Of each link: L of S = L L^T, and L^-1 J W.
struct FactorTrees {
  static constexpr int grain = 1;
  JointForest forest;
  int first_path;  ///< of this level
  View<const JointRows> rows;
  View<const RigidPose> poses;
  View<const RigidInertia> inertias;
  View<const double> added_diagonal_per_kg;  ///< 3 per block
  View<double> numbers;

  LIMBER_HD void operator()(int i) const {
    const int path = first_path + i;
    for (int n = forest.first_body[path]; n < forest.first_body[path + 1]; ++n) {
      const int b = forest.bodies[n];
      Wrench moved[6];
      set_free(moved, b);
      for (int l = forest.first_link[b]; l < forest.first_link[b + 1]; ++l)
        eliminate(forest.links[forest.links_of_body[l]], moved);
      if (forest.link_below[b] >= 0) add_to_carrier(forest.links[forest.link_below[b]], moved);
    }
  }

 private:
  LIMBER_HD void set_free(Wrench (&moved)[6], int b) const {
    const RigidInertia inertia = inertias[b];
    for (int c = 0; c < 3; ++c) {
      glm::dvec3 along(0.0);
      along[c] = 1.0;
      const glm::dvec3 turned_by = spin_rad_s(inertia, poses[b].quaternion, along);
      for (int r = 0; r < 3; ++r) {
        moved[c].of[r] = r == c ? inertia.inverse_mass_per_kg : 0.0;
        moved[c].of[3 + r] = moved[3 + c].of[r] = 0.0;
        moved[3 + c].of[3 + r] = turned_by[r];
      }
    }
  }

  LIMBER_HD Wrench row_of(const TreeLink& link, int r, bool of_carrier) const {
    return wrench_of(rows[link.first_block + r / 3], r % 3, of_carrier == (link.carrier_is_b != 0));
  }

  LIMBER_HD static Wrench times(const Wrench (&moved)[6], const Wrench& wrench) {
    Wrench product{};
    for (int c = 0; c < 6; ++c) add(product, moved[c], wrench.of[c]);
    return product;
  }

  /// The child's part of S.
  LIMBER_HD void add_to_carrier(const TreeLink& link, const Wrench (&moved)[6]) const {
    for (int c = 0; c < link.rows; ++c) {
      const Wrench by = times(moved, row_of(link, c, false));
      for (int r = c; r < link.rows; ++r)
        numbers[link.first_number + r * link.rows + c] = dot(row_of(link, r, false), by);
    }
  }

  LIMBER_HD void eliminate(const TreeLink& link, Wrench (&moved)[6]) const {
    const int n = link.rows;
    double* const lower = &numbers[link.first_number];
    double* const taken = lower + n * n;  // n x 6
    for (int c = 0; c < n; ++c) {
      const Wrench by = times(moved, row_of(link, c, true));
      for (int k = 0; k < 6; ++k) taken[6 * c + k] = by.of[k];
      for (int r = c; r < n; ++r) {
        double& own = lower[r * n + c];
        own = (link.child >= 0 ? own : 0.0) + dot(row_of(link, r, true), by);
        if (r == c) own += added_diagonal_per_kg[3 * link.first_block + r];
      }
    }
    for (int c = 0; c < n; ++c) {
      for (int k = 0; k < c; ++k)
        for (int r = c; r < n; ++r) lower[r * n + c] -= lower[r * n + k] * lower[c * n + k];
      const double pivot = glm::sqrt(lower[c * n + c]);
      for (int r = c; r < n; ++r) lower[r * n + c] /= pivot;
      for (int k = 0; k < 6; ++k) {
        for (int s = 0; s < c; ++s) taken[6 * c + k] -= lower[c * n + s] * taken[6 * s + k];
        taken[6 * c + k] /= pivot;
      }
    }
    for (int c = 0; c < 6; ++c)
      for (int s = 0; s < n; ++s)
        for (int r = 0; r < 6; ++r) moved[c].of[r] -= taken[6 * s + r] * taken[6 * s + c];
  }
};

/// Forward substitution from the leaves to the roots: solution = L^-1 right. One thread per path.
struct SweepUpTrees {
  static constexpr int grain = 1;
  JointForest forest;
  int first_path;
  View<const JointRows> rows;
  View<const double> numbers;
  View<const double> right;
  View<double> solution;

  LIMBER_HD void operator()(int i) const {
    const int path = first_path + i;
    for (int n = forest.first_body[path]; n < forest.first_body[path + 1]; ++n) {
      const int b = forest.bodies[n];
      Wrench moves{};
      for (int l = forest.first_link[b]; l < forest.first_link[b + 1]; ++l)
        eliminate(forest.links[forest.links_of_body[l]], moves);
      if (forest.link_below[b] < 0) continue;
      const TreeLink link = forest.links[forest.link_below[b]];
      for (int r = 0; r < link.rows; ++r)
        solution[3 * link.first_block + r] =
            right[3 * link.first_block + r] -
            dot(wrench_of(rows[link.first_block + r / 3], r % 3, link.carrier_is_b == 0), moves);
    }
  }

 private:
  LIMBER_HD void eliminate(const TreeLink& link, Wrench& moves) const {
    const int n = link.rows, first = 3 * link.first_block;
    const double* const lower = &numbers[link.first_number];
    const double* const taken = lower + n * n;
    for (int r = 0; r < n; ++r) {
      double value =
          (link.child >= 0 ? solution[first + r] : right[first + r]) -
          dot(wrench_of(rows[link.first_block + r / 3], r % 3, link.carrier_is_b != 0), moves);
      for (int s = 0; s < r; ++s) value -= lower[r * n + s] * solution[first + s];
      solution[first + r] = value / lower[r * n + r];
    }
    for (int r = 0; r < n; ++r)
      for (int k = 0; k < 6; ++k) moves.of[k] += taken[6 * r + k] * solution[first + r];
  }
};

/// Back substitution from the roots to the leaves: the impulses. One thread per path.
struct SweepDownTrees {
  static constexpr int grain = 1;
  JointForest forest;
  int first_path;
  View<const JointRows> rows;
  View<const double> numbers;
  View<double> solution;

  LIMBER_HD void operator()(int i) const {
    const int path = first_path + i;
    for (int n = forest.first_body[path + 1]; n-- > forest.first_body[path];) {
      const int b = forest.bodies[n];
      Wrench pushed{};
      if (forest.link_below[b] >= 0) push(forest.links[forest.link_below[b]], false, pushed);
      for (int l = forest.first_link[b + 1]; l-- > forest.first_link[b];)
        solve(forest.links[forest.links_of_body[l]], pushed);
    }
  }

 private:
  LIMBER_HD void push(const TreeLink& link, bool is_carrier, Wrench& pushed) const {
    for (int r = 0; r < link.rows; ++r)
      add(pushed,
          wrench_of(rows[link.first_block + r / 3], r % 3, is_carrier == (link.carrier_is_b != 0)),
          solution[3 * link.first_block + r]);
  }

  LIMBER_HD void solve(const TreeLink& link, Wrench& pushed) const {
    const int n = link.rows, first = 3 * link.first_block;
    const double* const lower = &numbers[link.first_number];
    const double* const taken = lower + n * n;
    for (int r = 0; r < n; ++r)
      for (int k = 0; k < 6; ++k) solution[first + r] -= taken[6 * r + k] * pushed.of[k];
    for (int r = n; r-- > 0;) {
      for (int s = r + 1; s < n; ++s) solution[first + r] -= lower[s * n + r] * solution[first + s];
      solution[first + r] /= lower[r * n + r];
    }
    push(link, true, pushed);
  }
};

}  // namespace limber
