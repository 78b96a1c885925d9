// All variants of conjugate gradients against direct solutions in double precision.

#include "sim/sparse/conjugate_gradient.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/error.h"
#include "kernels/frame_graphs.h"
#include "sim/sparse/cloth_links.h"
#include "tests/each_backend.h"
#include "tests/sparse_systems.h"

namespace limber {
namespace {

template <class T, int D>
struct Pins {
  std::vector<SymmetricBlock<T, D>> filters;
  std::vector<T> values;
};

template <class T>
struct Solution {
  std::vector<T> x;
  std::vector<CgEntry> log;
  const CgEntry& outcome() const { return log.back(); }
};

template <class T, int D>
Solution<T> solve(const Exec& exec, const SparseSystem& system, SparseLayout layout,
                  const std::vector<double>& b, const CgSettings& settings,
                  const Pins<T, D>& pins = {}, const std::vector<double>& guess = {}) {
  SparseMatrix<T> matrix(exec, system.pattern, system.block, layout);
  matrix.upload(exec, system.pattern, system.values_as<T>());
  ConjugateGradient<T, D> solver(exec, matrix, settings.iterations);
  const Buffer<T> b_there(exec, std::vector<T>(b.begin(), b.end()));
  Buffer<T> x(exec, guess.empty() ? std::vector<T>(b.size(), T(0))
                                  : std::vector<T>(guess.begin(), guess.end()));
  const Buffer<SymmetricBlock<T, D>> filters(exec, pins.filters);
  const Buffer<T> values(exec, pins.values);
  solver.solve(exec, matrix, b_there.view(), x.view(), settings, {filters.view(), values.view()});
  return {x.download(exec), solver.log(exec)};
}

template <class T>
void expect_solution(const std::vector<T>& x, const Eigen::VectorXd& expected, double tolerance) {
  const double size = expected.cwiseAbs().maxCoeff();
  for (int i = 0; i < expected.size(); ++i)
    ASSERT_NEAR(static_cast<double>(x[i]), expected[i], tolerance * size) << "unknown " << i;
}

Eigen::VectorXd direct(const SparseSystem& system, const std::vector<double>& b) {
  return system.whole.ldlt().solve(as_eigen(b));
}

/// A system that needs many iterations: a chain of stiff springs with 3x3 blocks.
SparseSystem stiff_chain(int nodes) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i + 1 < nodes; ++i) entries.insert(entries.end(), {{i, i + 1}, {i + 1, i}});
  SparseSystem system{pattern_of(nodes, entries), 3, {}, {}};
  system.whole = Eigen::MatrixXd::Identity(3 * nodes, 3 * nodes) * 0.01;
  for (int i = 0; i + 1 < nodes; ++i) {
    const Eigen::Vector3d way(1.0, 0.3 * std::sin(i), 0.2);
    const Eigen::Matrix3d spring = way * way.transpose() + 0.1 * Eigen::Matrix3d::Identity();
    system.whole.block<3, 3>(3 * i, 3 * i) += spring;
    system.whole.block<3, 3>(3 * i + 3, 3 * i + 3) += spring;
    system.whole.block<3, 3>(3 * i, 3 * i + 3) -= spring;
    system.whole.block<3, 3>(3 * i + 3, 3 * i) -= spring;
  }
  system.read_whole();
  return system;
}

/// r.M^-1 r before each iteration of the textbook method [Shewchuk94, B3], from x = 0.
std::vector<double> textbook_deltas(const SparseSystem& system, const std::vector<double>& b,
                                    int iterations) {
  Eigen::VectorXd r = as_eigen(b), x = Eigen::VectorXd::Zero(r.size());
  const Eigen::VectorXd inverse = system.whole.diagonal().cwiseInverse();
  Eigen::VectorXd d = inverse.cwiseProduct(r);
  std::vector<double> deltas{r.dot(d)};
  for (int k = 0; k < iterations; ++k) {
    const Eigen::VectorXd q = system.whole * d;
    const double alpha = deltas.back() / d.dot(q);
    x += alpha * d;
    r -= alpha * q;
    const Eigen::VectorXd s = inverse.cwiseProduct(r);
    deltas.push_back(r.dot(s));
    d = s + deltas[k + 1] / deltas[k] * d;
  }
  return deltas;
}

class ConjugateGradients : public EachBackend {};

TEST_P(ConjugateGradients, SolveLikeADirectMethod) {
  const SparseSystem system = uneven_system(400, 3, 21);
  const auto b = random_vector(system.dimension(), 22);
  const Eigen::VectorXd expected = direct(system, b);
  for (const CgMethod method : all_cg_methods) {
    for (const SparseLayout layout : all_sparse_layouts) {
      SCOPED_TRACE(testing::Message() << name_of(method) << " " << name_of(layout));
      const CgSettings settings{.method = method, .iterations = 300, .tolerance = 1e-6};
      const auto in_float = solve<float, 3>(exec(), system, layout, b, settings);
      EXPECT_EQ(in_float.outcome().status, CgStatus::converged);
      expect_solution(in_float.x, expected, 2e-5);
      CgSettings exact = settings;
      exact.tolerance = 1e-13;
      const auto in_double = solve<double, 3>(exec(), system, layout, b, exact);
      EXPECT_EQ(in_double.outcome().status, CgStatus::converged);
      expect_solution(in_double.x, expected, 1e-11);
    }
  }
}

TEST_P(ConjugateGradients, SolveSystemsOfScalars) {
  const SparseSystem system = uneven_system(900, 1, 23);
  const auto b = random_vector(system.dimension(), 24);
  for (const CgMethod method : all_cg_methods) {
    const auto solution =
        solve<double, 1>(exec(), system, SparseLayout::bin_csr, b,
                         {.method = method, .iterations = 200, .tolerance = 1e-13});
    EXPECT_EQ(solution.outcome().status, CgStatus::converged);
    expect_solution(solution.x, direct(system, b), 1e-11);
  }
}

/// Also the residual after each iteration is that of the textbook method.
TEST_P(ConjugateGradients, MethodsAgreeIterationByIteration) {
  constexpr int iterations = 25;
  const SparseSystem system = stiff_chain(500);
  const auto b = random_vector(system.dimension(), 25);
  const std::vector<double> deltas = textbook_deltas(system, b, iterations);
  std::vector<double> first_x;
  for (const CgMethod method : all_cg_methods) {
    for (const SparseLayout layout : all_sparse_layouts) {
      SCOPED_TRACE(testing::Message() << name_of(method) << " " << name_of(layout));
      const auto solution =
          solve<double, 3>(exec(), system, layout, b, {.method = method, .iterations = iterations});
      ASSERT_EQ(solution.log.size(), deltas.size());
      EXPECT_EQ(solution.outcome().status, CgStatus::running);
      for (int k = 0; k <= iterations; ++k) {
        EXPECT_NEAR(solution.log[k].delta, deltas[k], 1e-8 * deltas[k]);
        EXPECT_EQ(solution.log[k].iterations, k);
      }
      if (first_x.empty()) first_x = solution.x;
      expect_solution(solution.x, as_eigen(first_x), 1e-9);
    }
  }
}

/// A stiff cloth of edge x edge nodes, with 33 on its diagonal for -1 beside it.
SparseSystem cloth_system(int edge) {
  SparseSystem system{cloth_pattern(edge, edge), 3, {}, {}};
  const std::vector<BlockPlace> places = places_of(system.pattern);
  system.values.assign(9 * places.size(), 0.0);
  for (std::size_t e = 0; e < places.size(); ++e)
    for (int c = 0; c < 3; ++c)
      system.values[9 * e + 4 * c] = places[e].position == places[e].diagonal ? 32.0 : -1.0;
  return system;
}

/// On a GPU one block solves the smallest, a cluster of blocks the next, all blocks the others; the
/// shared memory of an H200 holds 120 x 120 nodes, most of 160 x 160, and too few of 200 x 200.
/// Checked by the true residual.
TEST_P(ConjugateGradients, SolveSystemsOfAnySize) {
  for (const int edge : {4, 30, 60, 120, 160, 200}) {
    const SparseSystem system = cloth_system(edge);
    const Pattern& cloth = system.pattern;
    const auto b = random_vector(system.dimension(), 46);
    for (const CgMethod method : all_cg_methods) {
      SCOPED_TRACE(testing::Message() << edge << " " << name_of(method));
      const auto solution = solve<double, 3>(
          exec(), system, SparseLayout::block_sell, b,
          {.method = method, .iterations = 40, .tolerance = 1e-8, .check_every = 5});
      ASSERT_EQ(solution.outcome().status, CgStatus::converged);
      for (int r = 0; r < cloth.rows(); ++r) {
        for (int c = 0; c < 3; ++c) {
          double sum = 33.0 * solution.x[3 * r + c];
          for (int e = cloth.first[r]; e < cloth.first[r + 1]; ++e)
            sum -= solution.x[3 * cloth.columns[e] + c];
          ASSERT_NEAR(sum, b[3 * r + c], 1e-6) << "node " << r;
        }
      }
    }
  }
}

/// The log's delta is the true residual.
TEST_P(ConjugateGradients, LogHoldsTheResidual) {
  const SparseSystem system = stiff_chain(100);
  const auto b = random_vector(system.dimension(), 26);
  const auto solution =
      solve<double, 3>(exec(), system, SparseLayout::bin_bcsr, b, {.iterations = 10});
  const Eigen::VectorXd r = as_eigen(b) - system.whole * as_eigen(solution.x);
  const double delta = r.dot(r.cwiseQuotient(system.whole.diagonal()));
  EXPECT_NEAR(solution.outcome().delta, delta, 1e-9 * delta);
}

TEST_P(ConjugateGradients, BlockJacobiNeedsFewerIterations) {
  const SparseSystem system = stiff_chain(300);
  const auto b = random_vector(system.dimension(), 27);
  int iterations[2];
  for (const Preconditioner preconditioner :
       {Preconditioner::jacobi, Preconditioner::block_jacobi}) {
    for (const SparseLayout layout : {SparseLayout::bin_bcsr, SparseLayout::block_sell}) {
      const auto solution = solve<double, 3>(
          exec(), system, layout, b,
          {.preconditioner = preconditioner, .iterations = 2000, .tolerance = 1e-12});
      EXPECT_EQ(solution.outcome().status, CgStatus::converged);
      expect_solution(solution.x, direct(system, b), 1e-9);
      iterations[static_cast<int>(preconditioner)] = solution.outcome().iterations;
    }
  }
  EXPECT_LT(iterations[1], iterations[0]);
}

/// Fixed components keep their values exactly; the others solve the reduced system.
TEST_P(ConjugateGradients, FiltersHoldExactlyAndSolveTheRest) {
  const SparseSystem system = uneven_system(200, 3, 28);
  const int n = system.dimension();
  const auto b = random_vector(n, 29), guess = random_vector(n, 30);
  Pins<float, 3> pins;
  pins.values.assign(n, 0.0f);
  std::vector<bool> held(n, false);
  for (int node = 0; node < 200; ++node) {
    auto filter = free_filter<float, 3>();
    if (node % 9 == 0) {
      filter = held_filter<float, 3>();
    } else if (node % 9 == 4) {
      filter.at[1] = 0.0f;  // a contact with horizontal ground
    }
    pins.filters.push_back(filter);
    for (int c = 0; c < 3; ++c) {
      held[3 * node + c] = filter.at[c] == 0.0f;
      pins.values[3 * node + c] = 0.1f * static_cast<float>(node % 11);
    }
  }
  const auto first =
      solve<float, 3>(exec(), system, SparseLayout::bin_csr, b, {.iterations = 0}, pins, guess);
  for (int i = 0; i < n; ++i) ASSERT_TRUE(!held[i] || first.x[i] == pins.values[i]) << i;
  // The reference: rows of fixed unknowns are x = value.
  SparseSystem reference = system;
  std::vector<double> right = b;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (!held[i] && held[j]) right[i] -= system.whole(i, j) * double(pins.values[j]);
  for (int i = 0; i < n; ++i) {
    if (!held[i]) continue;
    reference.whole.row(i).setZero();
    reference.whole.col(i).setZero();
    reference.whole(i, i) = 1.0;
    right[i] = pins.values[i];
  }
  const Eigen::VectorXd expected = direct(reference, right);
  for (const CgMethod method : all_cg_methods) {
    for (const Preconditioner preconditioner :
         {Preconditioner::jacobi, Preconditioner::block_jacobi}) {
      const auto solution = solve<float, 3>(exec(), system, SparseLayout::block_sell, b,
                                            {.method = method,
                                             .preconditioner = preconditioner,
                                             .iterations = 300,
                                             .tolerance = 1e-6},
                                            pins, guess);
      EXPECT_EQ(solution.outcome().status, CgStatus::converged);
      for (int i = 0; i < n; ++i)
        ASSERT_TRUE(!held[i] || solution.x[i] == pins.values[i]) << name_of(method) << " " << i;
      expect_solution(solution.x, expected, 3e-5);
    }
  }
}

/// A slope: the node moves along it, and the constraint force is normal to it.
TEST_P(ConjugateGradients, AFilterOfAPlaneKeepsToThePlane) {
  const SparseSystem system = stiff_chain(40);
  const auto b = random_vector(system.dimension(), 31);
  const glm::vec3 normal = glm::normalize(glm::vec3(1.0f, 2.0f, -0.5f));
  Pins<float, 3> pins;
  for (int node = 0; node < 40; ++node)
    pins.filters.push_back(node == 7 ? plane_filter(normal) : free_filter<float, 3>());
  for (const CgMethod method : all_cg_methods) {
    const auto solution = solve<float, 3>(
        exec(), system, SparseLayout::bin_bcsr, b,
        {.method = method, .iterations = 600, .tolerance = 1e-5, .warm_start = false}, pins);
    EXPECT_EQ(solution.outcome().status, CgStatus::converged);
    const Eigen::Vector3d n(normal.x, normal.y, normal.z);
    const Eigen::VectorXd x = as_eigen(solution.x);
    EXPECT_NEAR(n.dot(x.segment<3>(21)), 0.0, 1e-5 * x.cwiseAbs().maxCoeff());
    const Eigen::Vector3d force = (as_eigen(b) - system.whole * x).segment<3>(21);
    EXPECT_NEAR((force - n * n.dot(force)).norm(), 0.0, 1e-3);
    EXPECT_GT(std::abs(n.dot(force)), 0.05);
  }
}

TEST_P(ConjugateGradients, AWarmStartFromTheSolutionHasNothingToDo) {
  const SparseSystem system = uneven_system(100, 3, 32);
  const auto b = random_vector(system.dimension(), 33);
  const Eigen::VectorXd solved = direct(system, b);
  const std::vector<double> guess(solved.data(), solved.data() + solved.size());
  for (const CgMethod method : all_cg_methods) {
    CgSettings settings{.method = method, .iterations = 100, .tolerance = 1e-5};
    const auto warm =
        solve<float, 3>(exec(), system, SparseLayout::bin_csr, b, settings, {}, guess);
    EXPECT_EQ(warm.outcome().status, CgStatus::converged);
    EXPECT_EQ(warm.outcome().iterations, 0);
    settings.warm_start = false;
    const auto cold =
        solve<float, 3>(exec(), system, SparseLayout::bin_csr, b, settings, {}, guess);
    EXPECT_GT(cold.outcome().iterations, 3);
    expect_solution(cold.x, solved, 1e-4);
  }
}

/// A bad initial guess is scaled so that it does not raise the energy: in truncated solves, a start
/// worse than zero feeds energy into a simulation.
TEST_P(ConjugateGradients, AGuessNeverRaisesTheEnergy) {
  const SparseSystem system = stiff_chain(40);
  const auto b = random_vector(system.dimension(), 41),
             guess = random_vector(system.dimension(), 42);
  const auto energy = [&](const Eigen::VectorXd& x) {
    return 0.5 * x.dot(system.whole * x) - as_eigen(b).dot(x);
  };
  ASSERT_GT(energy(as_eigen(guess)), 0.0) << "worse than zero";
  for (const CgMethod method : all_cg_methods) {
    const auto start = solve<double, 3>(exec(), system, SparseLayout::block_sell, b,
                                        {.method = method, .iterations = 0}, {}, guess);
    const Eigen::VectorXd x = as_eigen(start.x), g = as_eigen(guess);
    EXPECT_LT(energy(x), 0.0);
    EXPECT_NEAR(g.dot(as_eigen(b) - system.whole * x), 0.0, 1e-9 * g.norm() * as_eigen(b).norm())
        << "the lowest along the guess";
  }
}

TEST_P(ConjugateGradients, AZeroRightHandSideGivesZero) {
  const SparseSystem system = uneven_system(100, 3, 34);
  const std::vector<double> zero(system.dimension(), 0.0);
  for (const CgMethod method : all_cg_methods) {
    const auto nothing = solve<float, 3>(exec(), system, SparseLayout::block_sell, zero,
                                         {.method = method, .iterations = 20});
    EXPECT_EQ(nothing.outcome().status, CgStatus::converged);
    EXPECT_EQ(nothing.outcome().iterations, 0);
    EXPECT_EQ(nothing.x, std::vector<float>(zero.size(), 0.0f));
    const auto back = solve<double, 3>(exec(), system, SparseLayout::block_sell, zero,
                                       {.method = method, .iterations = 200, .tolerance = 1e-10},
                                       {}, random_vector(system.dimension(), 35));
    EXPECT_EQ(back.outcome().status, CgStatus::converged);
    EXPECT_EQ(back.outcome().iterations, 0) << "no way along the guess is the best";
    for (const double value : back.x) EXPECT_NEAR(value, 0.0, 1e-9);
  }
}

TEST_P(ConjugateGradients, TheToleranceIsLookedAtWhenAskedFor) {
  const SparseSystem system = uneven_system(200, 3, 36);
  const auto b = random_vector(system.dimension(), 37);
  for (const CgMethod method : all_cg_methods) {
    CgSettings settings{.method = method, .iterations = 200, .tolerance = 1e-4};
    const auto each =
        solve<double, 3>(exec(), system, SparseLayout::bin_bcsr, b, settings).outcome();
    settings.check_every = 7;
    const auto seventh =
        solve<double, 3>(exec(), system, SparseLayout::bin_bcsr, b, settings).outcome();
    EXPECT_EQ(each.status, CgStatus::converged);
    EXPECT_EQ(seventh.status, CgStatus::converged);
    EXPECT_EQ(seventh.iterations, (each.iterations + 6) / 7 * 7);
    EXPECT_LE(each.delta, each.target);
  }
}

TEST_P(ConjugateGradients, ABreakdownIsReportedAndLeavesNumbers) {
  const SparseSystem good = uneven_system(100, 3, 38);
  const auto b = random_vector(good.dimension(), 39);
  SparseSystem indefinite = good;
  // Its diagonal is positive, so that only the iteration can detect it.
  const int other = good.pattern.columns[good.pattern.first[1]] == 1
                        ? good.pattern.columns[good.pattern.first[1] + 1]
                        : good.pattern.columns[good.pattern.first[1]];
  indefinite.whole(3, 3 * other) = indefinite.whole(3 * other, 3) = 1e4;
  indefinite.read_whole();
  std::vector<double> no_number = b;
  no_number[17] = NAN;
  SparseSystem spoilt = good;
  spoilt.whole(5, 4) = NAN;
  spoilt.read_whole();
  SparseSystem negative = good;
  negative.whole *= -1.0;
  negative.read_whole();
  for (const CgMethod method : all_cg_methods) {
    for (const SparseLayout layout : all_sparse_layouts) {
      SCOPED_TRACE(testing::Message() << name_of(method) << " " << name_of(layout));
      const CgSettings settings{.method = method, .iterations = 50, .tolerance = 1e-6};
      const auto run = [&](const SparseSystem& system, const std::vector<double>& right) {
        auto solution = solve<float, 3>(exec(), system, layout, right, settings);
        for (const float value : solution.x) EXPECT_TRUE(std::isfinite(value));
        EXPECT_FALSE(breakdown_of(solution.outcome()).empty());
        return solution.outcome();
      };
      const CgEntry broken = run(indefinite, b);
      EXPECT_EQ(broken.status, CgStatus::indefinite);
      EXPECT_LT(broken.iterations, 50);
      EXPECT_EQ(run(negative, b).status, CgStatus::indefinite);
      EXPECT_EQ(run(good, no_number).status, CgStatus::not_finite);
      EXPECT_EQ(run(spoilt, b).status, CgStatus::not_finite);
    }
  }
  EXPECT_TRUE(breakdown_of({}).empty());
}

TEST_P(ConjugateGradients, RecordedFramesSolveAgainAndAgain) {
  const SparseSystem system = stiff_chain(500);
  for (const CgMethod method : all_cg_methods) {
    SparseMatrix<float> matrix(exec(), system.pattern, 3, SparseLayout::block_sell);
    matrix.upload(exec(), system.pattern, system.values_as<float>());
    ConjugateGradient<float, 3> solver(exec(), matrix, 40);
    Buffer<float> b(exec(), system.dimension()), x(exec(), system.dimension());
    const CgSettings settings{.method = method, .iterations = 40, .warm_start = false};
    FrameGraphs frames;
    for (unsigned seed = 0; seed < 3; ++seed) {
      const auto right = random_vector(system.dimension(), seed);
      b.upload(exec(), std::vector<float>(right.begin(), right.end()));
      frames.run(exec(), 1, [&] {
        solver.solve(exec(), matrix, std::as_const(b).view(), x.view(), settings);
      });
      const auto expected =
          solve<float, 3>(exec(), system, SparseLayout::block_sell, right, settings);
      EXPECT_EQ(x.download(exec()), expected.x) << name_of(method);
      solver.request_outcome(exec());
      exec().synchronize();
      const auto outcome = solver.poll_outcome();
      ASSERT_TRUE(outcome);
      EXPECT_EQ(outcome->iterations, 40);
      EXPECT_EQ(outcome->delta, expected.outcome().delta);
    }
  }
}

TEST_P(ConjugateGradients, MoveBetweenSolvers) {
  const SparseSystem system = uneven_system(300, 3, 40);
  const auto b = random_vector(system.dimension(), 41);
  Exec serial(Backend::serial);
  SparseMatrix<float> matrix(serial, system.pattern, 3, SparseLayout::bin_bcsr);
  matrix.upload(serial, system.pattern, system.values_as<float>());
  ConjugateGradient<float, 3> solver(serial, matrix, 100);
  const CgSettings settings{.iterations = 100, .tolerance = 1e-5, .warm_start = false};
  move(matrix, serial, exec());
  move(solver, serial, exec());
  const Buffer<float> b_there(exec(), std::vector<float>(b.begin(), b.end()));
  Buffer<float> x(exec(), system.dimension());
  solver.solve(exec(), matrix, b_there.view(), x.view(), settings);
  expect_solution(x.download(exec()), direct(system, b), 1e-4);
  move(matrix, exec(), serial);
  move(solver, exec(), serial);
  const Buffer<float> b_here(serial, std::vector<float>(b.begin(), b.end()));
  Buffer<float> x_here(serial, system.dimension());
  solver.solve(serial, matrix, b_here.view(), x_here.view(), settings);
  expect_solution(x_here.download(serial), direct(system, b), 1e-4);
}

TEST_P(ConjugateGradients, RefuseSettingsThatCannotBe) {
  const SparseSystem system = uneven_system(20, 3, 42);
  const auto b = random_vector(system.dimension(), 43);
  SparseMatrix<float> matrix(exec(), system.pattern, 3, SparseLayout::bin_csr);
  ConjugateGradient<float, 3> solver(exec(), matrix, 10);
  Buffer<float> x(exec(), system.dimension());
  const View<const float> right = std::as_const(x).view();
  const auto refused = [&](const CgSettings& settings) {
    EXPECT_THROW(solver.solve(exec(), matrix, right, x.view(), settings), Error);
  };
  refused({.iterations = 11});
  refused({.iterations = -1});
  refused({.iterations = 5, .tolerance = -1.0});
  refused({.iterations = 5, .check_every = 0});
  refused({.preconditioner = Preconditioner::block_jacobi, .iterations = 5});
  const SparseSystem larger = uneven_system(21, 3, 42);
  const SparseMatrix<float> other(exec(), larger.pattern, 3, SparseLayout::bin_csr);
  EXPECT_THROW(solver.solve(exec(), other, right, x.view(), {.iterations = 5}), Error);
}

EACH_BACKEND(ConjugateGradients);

/// Products that must be positive but are below zero by rounding.
TEST(ConjugateGradientsOnCpu, RoundingIsNoBreakdown) {
  const CgEntry entry{.delta = 1e-20, .scale = 2.0};
  EXPECT_EQ(status_of<float>(-1e-13, entry, false), CgStatus::converged);
  EXPECT_EQ(status_of<float>(-1e-9, entry, false), CgStatus::indefinite);
  EXPECT_EQ(status_of<double>(-1e-13, entry, false), CgStatus::indefinite);
  EXPECT_EQ(status_of<double>(-1e-31, entry, false), CgStatus::converged);
  EXPECT_EQ(status_of<float>(1e-13, entry, false), CgStatus::running);
  EXPECT_EQ(status_of<float>(-1.0, {.scale = -1.0}, false), CgStatus::indefinite);
}

TEST(ConjugateGradientsOnCpu, SerialAndTbbGiveTheSameBits) {
  const SparseSystem system = stiff_chain(1000);
  const auto b = random_vector(system.dimension(), 44);
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  for (const CgMethod method : {CgMethod::plain, CgMethod::merged}) {
    for (const SparseLayout layout : all_sparse_layouts) {
      const CgSettings settings{.method = method, .iterations = 30};
      const auto one = solve<float, 3>(serial, system, layout, b, settings);
      const auto many = solve<float, 3>(tbb, system, layout, b, settings);
      EXPECT_EQ(one.x, many.x);
      for (int k = 0; k <= 30; ++k) EXPECT_EQ(one.log[k].delta, many.log[k].delta);
    }
  }
}

/// [Weber13, figure 7]: single precision converges like double precision until its precision is
/// exhausted.
TEST(ConjugateGradientsOnCpu, SinglePrecisionConvergesLikeDouble) {
  const SparseSystem system = stiff_chain(200);
  const auto b = random_vector(system.dimension(), 45);
  Exec exec(Backend::serial);
  const CgSettings settings{.iterations = 40};
  const auto single = solve<float, 3>(exec, system, SparseLayout::bin_bcsr, b, settings);
  const auto twice = solve<double, 3>(exec, system, SparseLayout::bin_bcsr, b, settings);
  for (int k = 0; k <= 40; ++k)
    EXPECT_NEAR(single.log[k].delta / twice.log[k].delta, 1.0, 1e-2) << k;
}

}  // namespace
}  // namespace limber
