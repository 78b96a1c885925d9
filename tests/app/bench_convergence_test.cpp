// The rows of `bench convergence`, with scenes small enough for a test.

#include "app/bench/convergence_rows.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

/// A cloth that hangs by one edge.
Scene hanging() {
  return open_scene_text("hanging", R"(
    family = "cloth"
    [[cloth]]
    columns = 12
    rows = 12
    size_m = [1, 1]
    center_m = [0, 2, 0]
    pins = "top_edge"
  )");
}

TEST(BenchConvergence, MoreSubstepsLeaveLessStretchAndTakeLonger) {
  const MethodByCount xpbd{"xpbd", {"method=xpbd", "air_kg_m3=0"}, "substeps", {1, 4, 16}};
  const std::vector<BenchRow> residuals = residuals_by_count(hanging(), xpbd, 0.5, 1);
  ASSERT_EQ(residuals.size(), 3u);
  EXPECT_EQ(residuals[1].name, "hanging, xpbd 4, stretch");
  EXPECT_LT(4.0 * residuals[1].value, residuals[0].value);
  EXPECT_LT(4.0 * residuals[2].value, residuals[1].value);
  EXPECT_GT(residuals[2].value, 0.0);

  const std::vector<BenchRow> times = times_by_count(hanging(), xpbd, Backend::serial, 1);
  ASSERT_EQ(times.size(), 3u);
  EXPECT_EQ(times[2].name, "hanging, xpbd 16");
  EXPECT_GT(times[2].value, 2.0 * times[0].value);
}

TEST(BenchConvergence, ConjugateGradientsApproachTheSolutionInDoublePrecision) {
  const SolvedSystem system(matrix_of_scene(open_scene_text("block", R"(
    family = "fem"
    [[solid]]
    shape = "box"
    size_m = [1.0, 0.5, 0.5]
    mesher = "grid"
    grid_cells = [6, 3, 3]
    drawn = "simulated"
    [[collider]]
    shape = "ground"
  )"),
                                            3, 1));
  const auto error = [&](Preconditioner preconditioner, int iterations) {
    return system.error_of(CgMethod::merged, SparseLayout::bin_bcsr, preconditioner, iterations, 1);
  };
  for (const Preconditioner each : {Preconditioner::jacobi, Preconditioner::block_jacobi}) {
    EXPECT_GT(error(each, 2), 1e-3);
    EXPECT_LT(error(each, 60), 1e-5);
  }
  EXPECT_LT(error(Preconditioner::block_jacobi, 10), error(Preconditioner::jacobi, 10));
}

}  // namespace
}  // namespace limber
