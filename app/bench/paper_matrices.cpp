#include "app/bench/paper_matrices.h"

#include <cmath>

#include "app/bench/measured_scene.h"
#include "app/bench/paper_patterns.h"
#include "sim/fem/fem_system.h"
#include "sim/joints/joints_system.h"

namespace limber {

namespace {

/// 9 per entry of the pattern, row-major.
std::vector<float> spring_values(const Pattern& pattern) {
  std::vector<float> values(static_cast<std::size_t>(pattern.entries()) * 9, 0.0f);
  for (int r = 0; r < pattern.rows(); ++r) {
    const int diagonal = pattern.find(r, r);
    for (int c = 0; c < 3; ++c) values[9 * diagonal + 4 * c] += 0.01f;
    for (int e = pattern.first[r]; e < pattern.first[r + 1]; ++e) {
      if (e == diagonal) continue;
      const auto pair = static_cast<float>(r + pattern.columns[e]);  // symmetric in r and column
      const float way[3] = {std::sin(pair), std::cos(pair), std::sin(1.7f * pair)};
      for (int a = 0; a < 3; ++a) {
        for (int c = 0; c < 3; ++c) {
          const float spring = way[a] * way[c] + (a == c ? 0.1f : 0.0f);
          values[9 * e + 3 * a + c] = -spring;
          values[9 * diagonal + 3 * a + c] += spring;
        }
      }
    }
  }
  return values;
}

/// What the paper reports for a matrix.
struct PaperRow {
  const char* name;
  const char* made_of;
  PatternStatistics statistics;
  double padding_percent;
};

PaperMatrix matrix_of(const FemSystem& system) {
  FemEquations equations = system.equations();
  return {"",
          "",
          {},
          0.0,
          system.pattern(),
          std::move(equations.matrix_kg),
          std::move(equations.right_N_s)};
}

/// Converted to single precision, like the others.
PaperMatrix matrix_of(const JointsSystem& system) {
  const JointEquations equations = system.equations();
  const auto single = [](const std::vector<double>& values) {
    return std::vector<float>(values.begin(), values.end());
  };
  return {"",
          "",
          {},
          0.0,
          system.pattern(),
          single(equations.matrix_per_kg),
          single(equations.right_m_s)};
}

PaperMatrix as(const PaperRow& paper, PaperMatrix matrix) {
  matrix.name = paper.name;
  matrix.made_of = paper.made_of;
  matrix.paper = paper.statistics;
  matrix.paper_padding_percent = paper.padding_percent;
  return matrix;
}

}  // namespace

PaperMatrix matrix_of_scene(const Scene& scene, int step, int threads) {
  Exec exec(best_backend(), threads);
  const std::unique_ptr<World> simulation = scene.build(exec);
  simulation->advance({.steps = step});
  PaperMatrix matrix = scene.family == "joints" ? matrix_of(simulation->system<JointsSystem>())
                                                : matrix_of(simulation->system<FemSystem>());
  matrix.name = matrix.made_of = scene.id;
  return matrix;
}

PaperMatrix net_of_springs(const std::string& name, Pattern pattern) {
  std::vector<float> values = spring_values(pattern), right = any_vector(3 * pattern.rows());
  return {name, "springs", {}, 0.0, std::move(pattern), std::move(values), std::move(right)};
}

std::vector<PaperMatrix> paper_matrices(int threads) {
  constexpr int step = 20;  // by then, bunnies and cloth are in contact
  const auto of_scene = [&](const PaperRow& paper, const char* scene) {
    return as(paper, matrix_of_scene(open_measured(scene), step, threads));
  };
  const auto of_springs = [](const PaperRow& paper, Pattern pattern) {
    return as(paper, net_of_springs(paper.name, std::move(pattern)));
  };
  std::vector<PaperMatrix> all;
  all.push_back(
      of_scene({"Bridge", "the joints of joints/bridge", {41550, 448668, 42, 6, 7.8}, 3.6},
               "joints/bridge"));
  all.push_back(
      of_scene({"Pensatore", "the bunny of fem/linear", {38379, 1590165, 69, 15, 38.4}, 10.8},
               "fem/linear"));
  all.push_back(of_scene(
      {"Armadillo", "the creature of fem/quadratic", {46812, 3620142, 312, 27, 75.3}, 13.2},
      "fem/quadratic"));
  all.push_back(of_scene({"Cloth", "the springs of fem/cloth", {76800, 3865140, 48, 18, 47.3}, 0.4},
                         "fem/cloth"));
  all.push_back(of_springs(
      {"Ship", "a double bottom of plates, springs", {140874, 7813404, 99, 21, 52.5}, 2.4},
      ship_pattern()));
  all.push_back(of_scene(
      {"Bunny", "the bunny of fem/bunny-quadratic", {226284, 18109026, 552, 27, 77.0}, 12.8},
      "fem/bunny-quadratic"));
  return all;
}

std::vector<float> diagonal_of(const Pattern& pattern, const std::vector<float>& values) {
  std::vector<float> diagonal;
  for (int r = 0; r < pattern.rows(); ++r)
    for (int c = 0; c < 3; ++c) diagonal.push_back(values[9 * pattern.find(r, r) + 4 * c]);
  return diagonal;
}

std::vector<float> any_vector(int size) {
  std::vector<float> x(size);
  for (int i = 0; i < size; ++i) x[i] = std::sin(static_cast<float>(i));
  return x;
}

}  // namespace limber
