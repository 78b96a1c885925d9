// The rows of `bench cg`, with a matrix small enough for a test.

#include <gtest/gtest.h>

#include <cmath>

#include "app/bench/cg_rows.h"
#include "app/bench/cusparse_cg.h"
#include "app/bench/expect_same.h"
#include "sim/sparse/cloth_pattern.h"
#include "tests/each_solver.h"

namespace limber {
namespace {

const PaperMatrix& small_cloth() {
  static const PaperMatrix cloth{"Small", "the paper's springs", cloth_pattern(24, 24)};
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
