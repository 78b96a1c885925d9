// A clamped beam of finite elements against beam theory (Timoshenko; Euler-Bernoulli), in double
// precision, assembled from the blocks that the kernels compute.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <cmath>
#include <numbers>
#include <vector>

#include "sim/fem/element_data.h"
#include "sim/mesh/box_mesh.h"

namespace limber {
namespace {

constexpr double length_m = 1.0, height_m = 0.1;
constexpr ElasticMaterial material{1e7f, 0.3f, 1200.0f};

/// Stiffness and mass matrices of a beam along x, clamped at x = 0, and a tip load of 1 N in total
/// along y.
struct BeamMatrices {
  Eigen::SparseMatrix<double> stiffness, consistent_mass, lumped_mass;
  Eigen::VectorXd tip_load;
};

template <int N>
BeamMatrices matrices_of(const ElementMesh<N>& mesh) {
  const auto nodes = static_cast<int>(mesh.nodes_m.size());
  std::vector<int> free_node(nodes, -1);
  int free_nodes = 0;
  for (int i = 0; i < nodes; ++i)
    if (mesh.nodes_m[i].x > 1e-6f) free_node[i] = free_nodes++;
  std::vector<Eigen::Triplet<double>> stiffness, consistent, lumped;
  BeamMatrices result;
  result.tip_load = Eigen::VectorXd::Zero(3 * free_nodes);
  const auto at_tip = [&](int node) { return mesh.nodes_m[node].x > length_m - 1e-6; };
  for (const ElementNodes<N>& element : mesh.elements) {
    glm::dvec3 corners[4];
    for (int k = 0; k < 4; ++k) corners[k] = mesh.nodes_m[element.at[k]];
    const Tetrahedron<double> rest = rest_tetrahedron(corners, material);
    std::vector<int> tip_nodes, tip_corners;
    for (int a = 0; a < N; ++a) {
      if (at_tip(element.at[a])) {
        tip_nodes.push_back(element.at[a]);
        if (a < 4) tip_corners.push_back(a);
      }
      const int row = free_node[element.at[a]];
      if (row < 0) continue;
      for (int axis = 0; axis < 3; ++axis)
        lumped.emplace_back(3 * row + axis, 3 * row + axis, lumped_mass<N>(rest));
      for (int b = 0; b < N; ++b) {
        const int column = free_node[element.at[b]];
        if (column < 0) continue;
        const glm::dmat3 block = stiffness_block<N>(rest, a, b);
        for (int i = 0; i < 3; ++i) {
          for (int j = 0; j < 3; ++j)
            stiffness.emplace_back(3 * row + i, 3 * column + j, block[j][i]);
          consistent.emplace_back(3 * row + i, 3 * column + i, consistent_mass<N>(rest, a, b));
        }
      }
    }
    if (tip_corners.size() < 3) continue;
    // In Bernstein-Bezier form, all nodes of a face carry equal shares of a uniform load.
    const glm::dvec3 x = corners[tip_corners[0]];
    const double area =
        0.5 * glm::length(glm::cross(corners[tip_corners[1]] - x, corners[tip_corners[2]] - x));
    for (const int node : tip_nodes)
      result.tip_load[3 * free_node[node] + 1] +=
          area / (height_m * height_m) / static_cast<double>(tip_nodes.size());
  }
  const auto matrix = [&](const std::vector<Eigen::Triplet<double>>& entries) {
    Eigen::SparseMatrix<double> m(3 * free_nodes, 3 * free_nodes);
    m.setFromTriplets(entries.begin(), entries.end());
    return m;
  };
  result.stiffness = matrix(stiffness);
  result.consistent_mass = matrix(consistent);
  result.lumped_mass = matrix(lumped);
  return result;
}

TetraMesh beam_mesh(int cells_along, int cells_across) {
  const auto h = static_cast<float>(height_m);
  return box_mesh({0, 0, 0}, {static_cast<float>(length_m), h, h},
                  {cells_along, cells_across, cells_across});
}

using Factors = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>;

/// Displacement weighted by the load: the mean over the tip.
double tip_deflection_m(const BeamMatrices& beam) {
  const Factors factors(beam.stiffness);
  EXPECT_EQ(factors.info(), Eigen::Success);
  return beam.tip_load.dot(factors.solve(beam.tip_load));
}

/// Frequency of the lowest mode, by inverse iteration on K x = (2 pi f)^2 M x.
double first_frequency_Hz(const BeamMatrices& beam, const Eigen::SparseMatrix<double>& mass) {
  const Factors factors(beam.stiffness);
  Eigen::VectorXd x = beam.tip_load;
  double squared = 0.0;
  for (int step = 0; step < 20; ++step) {
    x = factors.solve(mass * x).eval();
    x /= std::sqrt(x.dot(mass * x));
    squared = x.dot(beam.stiffness * x);
  }
  return std::sqrt(squared) / (2.0 * std::numbers::pi);
}

constexpr double section_m2 = height_m * height_m;
constexpr double second_moment_m4 = height_m * height_m * height_m * height_m / 12.0;

/// Deflection of a Timoshenko beam under 1 N; shear coefficient of a rectangle after [Cowper66].
double theory_deflection_m() {
  const double e = material.young_modulus_Pa, nu = material.poisson_ratio;
  const double shear = 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu) * e / (2.0 * (1.0 + nu)) * section_m2;
  return length_m * length_m * length_m / (3.0 * e * second_moment_m4) + length_m / shear;
}

/// Frequency of the Euler-Bernoulli beam; shear and rotary inertia reduce it by less than 1% for a
/// beam this slender.
double theory_frequency_Hz() {
  constexpr double root = 1.8751040687;  // of cos x cosh x = -1
  return root * root / (2.0 * std::numbers::pi * length_m * length_m) *
         std::sqrt(material.young_modulus_Pa * second_moment_m4 /
                   (material.density_kg_m3 * section_m2));
}

TEST(FemBeam, QuadraticDeflectionIsThatOfTheory) {
  EXPECT_NEAR(
      tip_deflection_m(matrices_of(quadratic_mesh(beam_mesh(20, 2)))) / theory_deflection_m(), 1.0,
      0.02);
}

TEST(FemBeam, LinearDeflectionConvergesFromTheStiffSide) {
  double last = 0.0;
  for (const int across : {1, 2, 4}) {
    const double share =
        tip_deflection_m(matrices_of(linear_mesh(beam_mesh(10 * across, across)))) /
        theory_deflection_m();
    EXPECT_LT(share, 1.0);
    EXPECT_GT(share, last + 0.1);
    last = share;
  }
  EXPECT_GT(last, 0.7);
}

TEST(FemBeam, QuadraticFirstFrequencyIsThatOfTheory) {
  const BeamMatrices quadratic = matrices_of(quadratic_mesh(beam_mesh(20, 2)));
  EXPECT_NEAR(first_frequency_Hz(quadratic, quadratic.consistent_mass) / theory_frequency_Hz(), 1.0,
              0.03);
  EXPECT_NEAR(first_frequency_Hz(quadratic, quadratic.lumped_mass) / theory_frequency_Hz(), 1.0,
              0.03);
}

}  // namespace
}  // namespace limber
