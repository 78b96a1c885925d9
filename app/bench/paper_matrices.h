#pragma once

#include <string>
#include <vector>

#include "sim/sparse/pattern.h"

namespace limber {

struct Scene;

/// A matrix of 3x3 blocks as [Weber13] have it in tables 1 and 2, and equations with it.
struct PaperMatrix {
  std::string name;
  std::string made_of;  ///< the cloth is theirs; meshes of the same size stand for theirs
  PatternStatistics paper;
  double paper_padding_percent;
  Pattern pattern;
  std::vector<float> values;      ///< 9 an entry of the pattern, rows first
  std::vector<float> right_side;  ///< 3 a row of the pattern
};

/// Smallest first. Those of joints, of finite elements and of cloth, with the right sides, are the
/// equations of a step of scenes that already move: these are opened for it and run for some steps
/// on the best solver, which takes seconds. threads: of the TBB solver, 0 for all.
std::vector<PaperMatrix> paper_matrices(int threads);

/// The equations that a scene of finite elements or of joints solves in its step with this number,
/// counted from 1, under the name of the scene. Of joints, those that bring them to rest.
PaperMatrix matrix_of_scene(const Scene& scene, int step, int threads);

/// A matrix with the values of a net of springs that is weakly tied to the ground: symmetric,
/// positive definite, and more than a few dozen iterations of work.
PaperMatrix net_of_springs(const std::string& name, Pattern pattern);
/// The scalars on the diagonal of a matrix with such values.
std::vector<float> diagonal_of(const Pattern& pattern, const std::vector<float>& values);

/// Something to multiply by, or to solve for.
std::vector<float> any_vector(int size);

}  // namespace limber
