// The rows of `bench cg`, with a matrix small enough for a test.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "app/bench/cg_rows.h"
#include "app/bench/cusparse_cg.h"
#include "app/bench/expect_same.h"
#include "sim/sparse/cloth_links.h"
#include "tests/each_solver.h"

namespace limber {
namespace {

const PaperMatrix& small_cloth() {
  static const PaperMatrix cloth{"Small", "the paper's springs", {}, 0.0, cloth_pattern(24, 24)};
  return cloth;
}

class BenchCg : public EachSolver {};

/// cg_times itself throws where a solution is another.
TEST_P(BenchCg, TimesEveryVariantBesideOneBaseline) {
  const std::vector<BenchRow> rows = cg_times(exec(), small_cloth());
  const bool peers = on_cuda() && has_cusparse_cg();
  ASSERT_EQ(rows.size(), on_cuda() ? (peers ? 12u : 9u) : 6u);
  EXPECT_EQ(rows.front().name, "Small, plain BIN-CSR");
  int as_fast_as_the_baseline = 0;
  for (const BenchRow& row : rows) {
    EXPECT_EQ(row.solver, name_of(exec().solver())) << row.name;
    EXPECT_EQ(row.metric, "us_per_iteration") << row.name;
    EXPECT_GT(row.value, 0.0) << row.name;
    EXPECT_EQ(row.baseline, peers ? "cuSPARSE+cuBLAS" : "plain BIN-CSR") << row.name;
    ASSERT_TRUE(row.baseline_value && row.ratio) << row.name;
    EXPECT_DOUBLE_EQ(*row.ratio, *row.baseline_value / row.value) << row.name;
    as_fast_as_the_baseline += row.value == *row.baseline_value;
  }
  EXPECT_GE(as_fast_as_the_baseline, 1);
}

/// Double precision gets on where single precision has no more digits.
TEST_P(BenchCg, ResidualsFallFurtherInDoublePrecision) {
  std::map<std::string, double> residuals;
  for (const BenchRow& row : cg_residuals(exec(), small_cloth())) {
    EXPECT_EQ(row.metric, "residual");
    residuals[row.name] = row.value;
  }
  for (const std::string precision : {"single", "double"}) {
    const auto after = [&](int iterations) {
      return residuals.at("Small, " + precision + ", iteration " + std::to_string(iterations));
    };
    EXPECT_EQ(after(0), 1.0);
    EXPECT_LT(after(10), after(0));
    EXPECT_LT(after(30), 0.5 * after(10)) << precision;
    EXPECT_LT(after(100), 0.1 * after(30)) << precision;
  }
  const double single = residuals.at("Small, single, iteration 200");
  EXPECT_GT(single, 1e-9);
  EXPECT_LT(residuals.at("Small, double, iteration 200"), 1e-2 * single);
}

EACH_SOLVER(BenchCg);

TEST(ExpectSame, RefusesWhatIsFastAndWrong) {
  const std::vector<float> expected{1.0f, -100.0f, 3.0f};
  EXPECT_NO_THROW(expect_same(expected, {1.0005f, -100.0f, 3.0f}, 1e-5f, "it"));
  EXPECT_THROW(expect_same(expected, {1.01f, -100.0f, 3.0f}, 1e-5f, "it"), Error);
  EXPECT_THROW(expect_same(expected, {1.0f, -100.0f, NAN}, 1e-5f, "it"), Error);
  EXPECT_THROW(expect_same(expected, {1.0f, -100.0f}, 1e-5f, "it"), Error);
}

}  // namespace
}  // namespace limber
