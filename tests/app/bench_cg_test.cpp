// The rows of `bench cg`, with a matrix small enough for a test.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "app/bench/cg_rows.h"
#include "app/bench/cusparse_cg.h"
#include "app/bench/expect_same.h"
#include "app/bench/left_out.h"
#include "app/bench/paper_patterns.h"
#include "kernels/error.h"
#include "scenes/scene.h"
#include "sim/sparse/cloth_links.h"
#include "sim/sparse/conjugate_gradient.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

const PaperMatrix& small_cloth() {
  static const PaperMatrix cloth = net_of_springs("Small", cloth_pattern(24, 24));
  return cloth;
}

TEST(LeftOut, IsOnlyWhatNeedsAMissingLibrary) {
  const auto fail = [](ExitCode code) -> int { throw Error(code, "libcusparse is missing"); };
  EXPECT_EQ(unless_unavailable("a row", [] { return 3; }), 3);
  testing::internal::CaptureStderr();
  EXPECT_EQ(unless_unavailable("a row", [&] { return fail(ExitCode::unavailable); }), std::nullopt);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "a row is left out: libcusparse is missing\n");
  EXPECT_THROW(unless_unavailable("a row", [&] { return fail(ExitCode::diverged); }), Error);
}

/// [Weber13, tables 1 and 2].
TEST(PaperPatterns, TheShipHasThePapersSize) {
  const Pattern pattern = ship_pattern();
  const PatternStatistics ours = statistics_of(pattern, 3);
  EXPECT_EQ(ours.dimension, 140874);
  EXPECT_EQ(ours.nonzeros, 7813404);
  EXPECT_EQ(ours.longest_row, 99);
  EXPECT_EQ(ours.shortest_row, 21);
  EXPECT_NEAR(ours.mean_row, 52.5, 0.05);
  int one_sided = 0;
  for (int r = 0; r < pattern.rows(); ++r)
    for (int e = pattern.first[r]; e < pattern.first[r + 1]; ++e)
      one_sided += pattern.find(pattern.columns[e], r) < 0;
  EXPECT_EQ(one_sided, 0);
}

/// Two cubes of 1000 and 500 kg side by side, the first attached to the world. Per dimension, an
/// impulse at a lever arm accelerates a cube by 1/m + lever^2/I.
TEST(PaperMatrix, OfJointsIsThatOfTheirBodies) {
  const PaperMatrix joints = matrix_of_scene(open_scene_text("two", R"(
    family = "joints"
    [[rigid]]
    name = "first"
    size_m = [1, 1, 1]
    center_m = [0.5, 0, 0]
    mass_kg = 1000
    [[rigid]]
    name = "second"
    size_m = [1, 1, 1]
    center_m = [1.5, 0, 0]
    mass_kg = 500
    [[joint]]
    bodies = ["first"]
    [[joint]]
    bodies = ["first", "second"]
    at_m = [1, 0, 0]
    [settings]
    gravity_m_s2 = 0
  )"),
                                             1, 2);
  ASSERT_EQ(joints.pattern.entries(), 4);
  const double turn = 0.25 * 6.0;  // lever^2 m / I of a cube
  const double along[] = {1e-3, 1e-3, 1e-3, 3e-3};
  const double across[] = {1e-3 * (1 + turn), 1e-3 * (1 - turn), 1e-3 * (1 - turn),
                           3e-3 * (1 + turn)};
  for (int e = 0; e < 4; ++e)
    for (int k = 0; k < 9; ++k)
      EXPECT_NEAR(joints.values[9 * e + k],
                  k % 4 != 0 ? 0.0
                  : k == 0   ? along[e]
                             : across[e],
                  1e-8)
          << e << ", " << k;
  EXPECT_EQ(joints.right_side.size(), 6u);
}

/// A free block in a vacuum: stiffness does not resist translation, so that its row sums are the
/// mass, and only gravity acts. Springs to the ground would change both.
TEST(PaperMatrix, OfASceneIsThatOfItsElements) {
  const PaperMatrix block = matrix_of_scene(open_scene_text("block", R"(
    family = "fem"
    elements = "quadratic"
    [settings]
    dt_s = 0.01
    mass_damping_per_s = 0.0
    [[solid]]
    shape = "box"
    size_m = [1.0, 0.5, 0.5]
    mesher = "grid"
    grid_cells = [4, 2, 2]
    drawn = "simulated"
    density_kg_m3 = 800
    young_modulus_Pa = 1e5
  )"),
                                            3, 2);
  constexpr double mass_kg = 800 * 0.25;
  const Pattern& pattern = block.pattern;
  ASSERT_EQ(block.values.size(), 9u * pattern.entries());
  ASSERT_EQ(block.right_side.size(), 3u * pattern.rows());
  double sums_kg[9] = {}, right_N_s[3] = {}, largest_kg = 0.0;
  for (int e = 0; e < pattern.entries(); ++e)
    for (int k = 0; k < 9; ++k) {
      sums_kg[k] += block.values[9 * e + k];
      largest_kg = std::max(largest_kg, static_cast<double>(std::abs(block.values[9 * e + k])));
    }
  for (std::size_t i = 0; i < block.right_side.size(); ++i) right_N_s[i % 3] += block.right_side[i];
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(sums_kg[k], k % 4 == 0 ? mass_kg : 0.0, 0.01) << k;
  EXPECT_NEAR(right_N_s[0], 0.0, 1e-3);
  EXPECT_NEAR(right_N_s[1], -9.81 * 0.01 * mass_kg, 1e-3);
  EXPECT_GT(largest_kg, 0.05 * mass_kg);  // the elements do stiffen it
  for (int r = 0; r < pattern.rows(); ++r)
    for (int e = pattern.first[r]; e < pattern.first[r + 1]; ++e) {
      const int mirror = pattern.find(pattern.columns[e], r);
      ASSERT_GE(mirror, 0);
      for (int k = 0; k < 9; ++k)
        ASSERT_NEAR(block.values[9 * e + k], block.values[9 * mirror + k % 3 * 3 + k / 3],
                    1e-5 * largest_kg);
    }
}

class BenchCg : public EachBackend {};

/// cg_times itself throws for a wrong solution.
TEST_P(BenchCg, TimesEveryVariantBesideOneBaseline) {
  const std::vector<BenchRow> rows = cg_times(exec(), small_cloth());
  const bool peers = on_cuda() && has_cusparse_cg();
  ASSERT_EQ(rows.size(), on_cuda() ? (peers ? 12u : 9u) : 6u);
  EXPECT_EQ(rows.front().name, "Small, plain BIN-CSR");
  int as_fast_as_the_baseline = 0;
  for (const BenchRow& row : rows) {
    EXPECT_EQ(row.backend, name_of(exec().backend())) << row.name;
    EXPECT_EQ(row.metric, "us_per_iteration") << row.name;
    EXPECT_GT(row.value, 0.0) << row.name;
    EXPECT_EQ(row.baseline, peers ? "cuSPARSE+cuBLAS" : "plain BIN-CSR") << row.name;
    ASSERT_TRUE(row.baseline_value && row.ratio) << row.name;
    EXPECT_DOUBLE_EQ(*row.ratio, *row.baseline_value / row.value) << row.name;
    as_fast_as_the_baseline += row.value == *row.baseline_value;
  }
  EXPECT_GE(as_fast_as_the_baseline, 1);
}

/// cg_size_rows itself throws if 1000 iterations do not suffice.
TEST(BenchCgSizes, TimesAThousandIterations) {
  const PaperMatrix ball = ball_of_linear_elements(0.12, 2);
  const long long nonzeros = statistics_of(ball.pattern, 3).nonzeros;
  EXPECT_EQ(ball.name, "linear elements, " + std::to_string(nonzeros) + " non-zeros");
  Exec exec(best_backend(), 2);
  const std::vector<BenchRow> rows = cg_size_rows(exec, ball);
  const bool on_cuda = exec.backend() == Backend::cuda, peers = on_cuda && has_cusparse_cg();
  ASSERT_EQ(rows.size(), on_cuda ? (peers ? 7u : 4u) : 3u);
  EXPECT_EQ(rows[0].name, ball.name + ", plain BIN-BCSR");
  EXPECT_EQ(rows[1].name, ball.name + ", merged BIN-BCSR");
  for (const BenchRow& row : rows) {
    EXPECT_EQ(row.metric, "ms_per_solve");
    EXPECT_GT(row.value, 0.0);
    EXPECT_EQ(row.baseline, peers ? "cuSPARSE+cuBLAS" : "plain BIN-BCSR");
    EXPECT_DOUBLE_EQ(row.ratio.value(), row.baseline_value.value() / row.value) << row.name;
  }
}

/// Sums in single precision, as in cuBLAS, do not underflow to 0 at the end.
TEST(BenchCgSizes, LeavesSquaresThatSinglePrecisionHolds) {
  constexpr int iterations = 1000;
  const PaperMatrix ball = ball_of_linear_elements(0.12, 2);
  const Exec exec(Backend::serial);
  SparseMatrix<float> matrix(exec, ball.pattern, 3, SparseLayout::bin_bcsr);
  matrix.upload(exec, ball.pattern, ball.values);
  ConjugateGradient<float, 3> solver(exec, matrix, iterations);
  const Buffer<float> b(exec, ball.right_side);
  Buffer<float> x(exec, b.size());
  solver.solve(exec, matrix, b.view(), x.view(), {.iterations = iterations, .warm_start = false});
  std::vector<CgEntry> log = solver.log(exec);
  ASSERT_EQ(log.size(), iterations + 1u);
  log.pop_back();  // no iteration starts there
  for (const CgEntry& entry : log) {
    ASSERT_GT(std::min(entry.delta, entry.curvature), std::numeric_limits<float>::min());
    ASSERT_LT(std::max(entry.delta, entry.curvature), std::numeric_limits<float>::max());
  }
}

/// A chain held at its ends: information travels one link per iteration.
TEST(BenchCgSizes, RefusesWhatIsNotSolved) {
  constexpr int links = 4000;
  std::vector<std::pair<int, int>> joined;
  for (int i = 1; i < links; ++i) {
    joined.emplace_back(i, i - 1);
    joined.emplace_back(i - 1, i);
  }
  PaperMatrix chain{"Chain", "links", {}, 0.0, pattern_of(links, std::move(joined)), {}, {}};
  for (int r = 0; r < links; ++r)
    for (int e = chain.pattern.first[r]; e < chain.pattern.first[r + 1]; ++e)
      for (int k = 0; k < 9; ++k)
        chain.values.push_back(k % 4 != 0 ? 0.0f : chain.pattern.columns[e] == r ? 2.0f : -1.0f);
  chain.right_side.assign(3 * links, 1.0f);
  Exec exec(Backend::serial);
  try {
    cg_size_rows(exec, chain);
    ADD_FAILURE() << "was taken for solved";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::diverged);
    EXPECT_TRUE(std::string(error.what()).starts_with("Chain, plain BIN-BCSR leaves "))
        << error.what();
  }
}

/// Double precision converges further than single precision.
TEST_P(BenchCg, ResidualsFallFurtherInDoublePrecision) {
  std::map<std::string, double> residuals;
  for (const BenchRow& row : cg_residuals(exec(), small_cloth())) {
    EXPECT_EQ(row.metric, "residual");
    residuals[row.name] = row.value;
  }
  for (const std::string precision : {"single", "double"}) {
    const auto after = [&](int iterations) {
      return residuals.at("Small (springs), " + precision + ", iteration " +
                          std::to_string(iterations));
    };
    EXPECT_EQ(after(0), 1.0);
    EXPECT_LT(after(10), after(0));
    EXPECT_LT(after(30), 0.5 * after(10)) << precision;
    EXPECT_LT(after(100), 0.1 * after(30)) << precision;
  }
  const double single = residuals.at("Small (springs), single, iteration 200");
  EXPECT_GT(single, 1e-9);
  EXPECT_LT(residuals.at("Small (springs), double, iteration 200"), 1e-2 * single);
}

EACH_BACKEND(BenchCg);

TEST(ExpectSame, RefusesWhatIsFastAndWrong) {
  const std::vector<float> expected{1.0f, -100.0f, 3.0f};
  EXPECT_NO_THROW(expect_same(expected, {1.0005f, -100.0f, 3.0f}, 1e-5f, "it"));
  EXPECT_THROW(expect_same(expected, {1.01f, -100.0f, 3.0f}, 1e-5f, "it"), Error);
  EXPECT_THROW(expect_same(expected, {1.0f, -100.0f, NAN}, 1e-5f, "it"), Error);
  EXPECT_THROW(expect_same(expected, {1.0f, -100.0f}, 1e-5f, "it"), Error);
}

}  // namespace
}  // namespace limber
