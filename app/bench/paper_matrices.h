#pragma once

#include <string>
#include <vector>

#include "sim/sparse/pattern.h"

namespace limber {

/// A matrix of 3x3 blocks as Weber et al. (2013) have it in tables 1 and 2.
struct PaperMatrix {
  std::string name;
  std::string made_of;  ///< the cloth is theirs; meshes of the same size stand for theirs
  PatternStatistics paper;
  double paper_padding_percent;
  Pattern pattern;
};

/// Smallest first. Those of finite elements are the matrices of scenes, which are opened for it:
/// seconds.
std::vector<PaperMatrix> paper_matrices();

/// Values of a net of springs with this pattern, weakly tied to the ground: symmetric, positive
/// definite, and more than a few dozen iterations of work. 9 a block, rows first.
std::vector<float> spring_values(const Pattern& pattern);
/// The scalars on the diagonal of a matrix with such values.
std::vector<float> diagonal_of(const Pattern& pattern, const std::vector<float>& values);

/// Something to multiply by, or to solve for.
std::vector<float> any_vector(int size);

}  // namespace limber
