#pragma once

#include <string>
#include <vector>

#include "sim/sparse/pattern.h"

namespace limber {

struct Scene;

/// A matrix of 3x3 blocks like one of [Weber13, tables 1 and 2], and a linear system with it.
struct PaperMatrix {
  std::string name;
  std::string made_of;  ///< the cloth is theirs; for other meshes, ours of the same size
  PatternStatistics paper;
  double paper_padding_percent;
  Pattern pattern;
  std::vector<float> values;      ///< 9 per entry of the pattern, row-major
  std::vector<float> right_side;  ///< 3 per row of the pattern
};

/// Smallest first. Systems of joints, finite elements and cloth are taken from scenes in motion,
/// which are opened and run for some steps on the fastest backend; this takes seconds. threads:
/// number of TBB threads; 0 for all cores.
std::vector<PaperMatrix> paper_matrices(int threads);

/// The system that a scene of finite elements or joints solves in step `step`, counted from 1,
/// named after the scene. For joints, the one of the velocity solve.
PaperMatrix matrix_of_scene(const Scene& scene, int step, int threads);

/// The stiffness matrix of a network of springs weakly tied to the ground: symmetric positive
/// definite, and more than a few dozen iterations to solve.
PaperMatrix net_of_springs(const std::string& name, Pattern pattern);
/// The scalar diagonal of a matrix with these values.
std::vector<float> diagonal_of(const Pattern& pattern, const std::vector<float>& values);

/// An arbitrary vector, to multiply by or to use as right-hand side.
std::vector<float> any_vector(int size);

}  // namespace limber
