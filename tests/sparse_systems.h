#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "sim/sparse/pattern.h"

namespace limber {

/// A symmetric positive definite system, its values in double precision in pattern order. `whole`
/// is the dense matrix.
struct SparseSystem {
  Pattern pattern;
  int block = 1;
  std::vector<double> values;
  Eigen::MatrixXd whole;

  int dimension() const { return pattern.rows() * block; }
  template <class T>
  std::vector<T> values_as() const {
    return std::vector<T>(values.begin(), values.end());
  }

  /// Sets `values` from `whole`.
  void read_whole() {
    values.clear();
    for (const BlockPlace& place : places_of(pattern)) {
      const int column = pattern.columns[pattern.first[place.row] + place.position];
      for (int a = 0; a < block; ++a)
        for (int c = 0; c < block; ++c)
          values.push_back(whole(place.row * block + a, column * block + c));
    }
  }
};

/// Very uneven rows: most have few neighbours, some none, every fiftieth a third of all.
inline SparseSystem uneven_system(int rows, int block, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_int_distribution<int> any(0, rows - 1), few(0, 6);
  std::vector<std::pair<int, int>> entries;
  for (int r = 0; r < rows; ++r) {
    if (r % 7 == 3) continue;
    const int neighbours = r % 50 == 1 ? rows / 3 : few(engine);
    for (int k = 0; k < neighbours; ++k) {
      const int other = any(engine);
      if (other % 7 == 3) continue;
      entries.emplace_back(r, other);
      entries.emplace_back(other, r);
    }
  }
  SparseSystem system{pattern_of(rows, std::move(entries)), block, {}, {}};
  const int n = rows * block;
  system.whole = Eigen::MatrixXd::Zero(n, n);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  for (int r = 0; r < rows; ++r) {
    for (int e = system.pattern.first[r]; e < system.pattern.first[r + 1]; ++e) {
      const int column = system.pattern.columns[e];
      if (column > r) continue;
      for (int a = 0; a < block; ++a) {
        for (int c = 0; c < block; ++c) {
          const int i = r * block + a, j = column * block + c;
          if (j < i) system.whole(i, j) = system.whole(j, i) = value(engine);
        }
      }
    }
  }
  // A dominant diagonal makes it positive definite; the sizes differ by two orders of magnitude.
  std::uniform_real_distribution<double> exponent(-1.0, 1.0);
  for (int i = 0; i < n; ++i)
    system.whole(i, i) = system.whole.row(i).cwiseAbs().sum() + std::pow(10.0, exponent(engine));
  system.read_whole();
  return system;
}

inline std::vector<double> random_vector(int size, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  std::vector<double> result(size);
  for (double& v : result) v = value(engine);
  return result;
}

template <class T>
Eigen::VectorXd as_eigen(const std::vector<T>& v) {
  Eigen::VectorXd result(static_cast<int>(v.size()));
  for (int i = 0; i < result.size(); ++i) result[i] = static_cast<double>(v[i]);
  return result;
}

}  // namespace limber
