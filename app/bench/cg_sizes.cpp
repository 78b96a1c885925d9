// 1000 iterations of conjugate gradients against the number of non-zeros, with matrices of linear
// finite elements: [Weber13, figure 6], whose baseline is CUSP's solver.

#include <fmt/format.h>

#include "app/bench/cg_rows.h"
#include "app/bench/timed_cg.h"
#include "app/bench/true_residual.h"
#include "kernels/error.h"
#include "scenes/scene.h"

namespace limber {

namespace {

constexpr int iterations = 1000;  // [Weber13, section 5.1], without early termination
/// Largest relative residual accepted. Single precision stagnates at up to 9e-4 here.
constexpr double max_left = 1e-2;
/// cuBLAS sums squares of the residual in single precision; unscaled, they would underflow to 0
/// after 838 iterations. A power of two changes no digit.
constexpr float right_side_scale = 0x1p40f;

/// A ball whose stiffness is proportional to the square of the cell width, so that all matrices
/// have similar condition numbers. It is stiff enough for the recursive residual to fall for more
/// than 1000 iterations: for 1,283 with the fewest non-zeros, after which it is zero.
std::string ball_scene(double cell_m) {
  const double young_modulus_Pa = 3e11 * cell_m * cell_m;
  return fmt::format(R"(family = "fem"
elements = "linear"
[settings]
dt_s = 0.01
[[solid]]
shape = "ball"
radius_m = 0.5
mesher = "lattice"
cell_m = {}
drawn = "simulated"
young_modulus_Pa = {}
)",
                     cell_m, young_modulus_Pa);
}

}  // namespace

PaperMatrix ball_of_linear_elements(double cell_m, int threads) {
  PaperMatrix ball = matrix_of_scene(open_scene_text("ball", ball_scene(cell_m)), 1, threads);
  ball.name = fmt::format("linear elements, {} non-zeros", statistics_of(ball.pattern, 3).nonzeros);
  ball.right_side = any_vector(3 * ball.pattern.rows());
  for (float& value : ball.right_side) value *= right_side_scale;
  return ball;
}

std::vector<BenchRow> cg_size_rows(Exec& exec, const PaperMatrix& matrix) {
  using enum SparseLayout;
  const TrueResidual residual(matrix);
  const auto row = [&](const std::string& name, const MedianAndP95& seconds,
                       const std::vector<float>& x) -> BenchRow {
    const double left = residual.share_with(x);
    if (!(left <= max_left))
      throw Error(ExitCode::diverged,
                  fmt::format("{} leaves {:.2g} of the right side after {} iterations", name, left,
                              iterations));
    return {.name = name,
            .metric = "ms_per_solve",
            .unit = "ms",
            .value = 1e3 * seconds.median,
            .p95 = 1e3 * seconds.p95};
  };
  const TimedCg times(exec, matrix, {iterations, 1, row});
  std::vector<BenchRow> rows{times.ours(CgMethod::plain, bin_bcsr),
                             times.ours(CgMethod::merged, bin_bcsr),
                             times.ours(CgMethod::merged, block_sell)};
  if (exec.backend() == Backend::cuda) rows.push_back(times.ours(CgMethod::persistent, block_sell));
  times.compare_with_libraries(rows);
  return rows;
}

}  // namespace limber
