#include "app/bench/convergence_rows.h"

#include <fmt/format.h>

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>
#include <cmath>
#include <memory>

#include "app/bench/cg_system.h"
#include "app/bench/time_steps.h"
#include "kernels/device.h"

namespace limber {

namespace {

std::string name_of_row(const Scene& scene, const MethodByCount& method, int count) {
  return fmt::format("{}, {} {}", scene.id, method.name, count);
}

std::unique_ptr<World> world_with(const Scene& scene, Exec& exec, const MethodByCount& method,
                                  int count) {
  std::unique_ptr<World> world = scene.build(exec);
  override_parameters(*world, method.settings);
  override_parameters(*world, {fmt::format("{}={}", method.counted, count)});
  return world;
}

Eigen::SparseMatrix<double> matrix_of(const PaperMatrix& system) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(system.values.size());
  for (int r = 0; r < system.pattern.rows(); ++r)
    for (int e = system.pattern.first[r]; e < system.pattern.first[r + 1]; ++e)
      for (int a = 0; a < 3; ++a)
        for (int c = 0; c < 3; ++c)
          entries.emplace_back(3 * r + a, 3 * system.pattern.columns[e] + c,
                               system.values[9 * static_cast<std::size_t>(e) + 3 * a + c]);
  const int size = 3 * system.pattern.rows();
  Eigen::SparseMatrix<double> matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace

std::vector<BenchRow> times_by_count(const Scene& scene, const MethodByCount& method,
                                     Backend backend, int threads) {
  Exec exec(backend, threads);
  std::vector<BenchRow> rows;
  for (const int count : method.counts) {
    const auto world = world_with(scene, exec, method, count);
    const MedianAndP95 ms = ms_per_step(*world, exec);
    rows.push_back({.name = name_of_row(scene, method, count),
                    .backend = std::string(name_of(backend)),
                    .metric = "ms_per_simulated_s",
                    .unit = "ms",
                    .value = ms.median / world->dt_s(),
                    .p95 = ms.p95 / world->dt_s()});
  }
  return rows;
}

std::vector<BenchRow> residuals_by_count(const Scene& scene, const MethodByCount& method,
                                         double after_s, int threads) {
  Exec exec(best_backend(), threads);
  std::vector<BenchRow> rows;
  for (const int count : method.counts) {
    const auto world = world_with(scene, exec, method, count);
    run_until(*world, exec, after_s);
    world->request_residuals();
    exec.synchronize();
    for (const auto& [type, residual] : world->residuals()) {
      if (type != "stretch" && type != "volume") continue;
      const bool volume = type == "volume";
      rows.push_back({.name = fmt::format("{}, {}", name_of_row(scene, method, count), type),
                      .backend = std::string(name_of(exec.backend())),
                      .metric = volume ? "residual_m3" : "residual_m",
                      .unit = volume ? "m3" : "m",
                      .value = residual});
    }
  }
  return rows;
}

SolvedSystem::SolvedSystem(PaperMatrix system) : system_(std::move(system)) {
  constexpr double tolerance = 1e-10;
  const Eigen::SparseMatrix<double> matrix = matrix_of(system_);  // the solver refers to it
  Eigen::ConjugateGradient<Eigen::SparseMatrix<double>, Eigen::Lower | Eigen::Upper> solver;
  solver.setTolerance(tolerance);
  solver.compute(matrix);
  const Eigen::VectorXd right =
      Eigen::Map<const Eigen::VectorXf>(system_.right_side.data(),
                                        static_cast<Eigen::Index>(system_.right_side.size()))
          .cast<double>();
  const Eigen::VectorXd exact = solver.solve(right);
  if (solver.info() != Eigen::Success)
    throw Error(ExitCode::diverged,
                fmt::format("{}: Eigen solved its equations to {:.1g}, not {:.0g}", system_.name,
                            solver.error(), tolerance));
  exact_.assign(exact.begin(), exact.end());
}

double SolvedSystem::error_of(CgMethod method, SparseLayout layout, Preconditioner preconditioner,
                              int iterations, int threads) const {
  const Exec exec(best_backend(), threads);
  CgSystem<float> system(exec, system_, layout, iterations);
  system.solve(exec, method, iterations, preconditioner);
  const std::vector<float> x = system.solution(exec, iterations);
  double error = 0.0, size = 0.0;
  for (std::size_t i = 0; i < exact_.size(); ++i) {
    error += std::pow(x[i] - exact_[i], 2);
    size += std::pow(exact_[i], 2);
  }
  return std::sqrt(error / size);
}

}  // namespace limber
