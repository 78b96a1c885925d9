#pragma once

#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "app/bench/paper_matrices.h"
#include "scenes/scene.h"
#include "sim/sparse/conjugate_gradient.h"

namespace limber {

/// A method, and the numbers of its iterations or substeps to measure.
struct MethodByCount {
  std::string name;                   ///< one word
  std::vector<std::string> settings;  ///< key=value
  std::string counted;                ///< key of the number
  std::vector<int> counts;
};

/// Milliseconds of computation per simulated second on a backend, for each number.
std::vector<BenchRow> times_by_count(const Scene& scene, const MethodByCount& method,
                                     Backend backend, int threads);

/// The root mean square residual of stretch and of volume after `after_s`, for each number, on the
/// fastest backend. The exact solution has none; bending, which is soft, is left out.
std::vector<BenchRow> residuals_by_count(const Scene& scene, const MethodByCount& method,
                                         double after_s, int threads);

/// A linear system and its solution in double precision, by Eigen.
class SolvedSystem {
 public:
  /// Throws Error(diverged) if Eigen does not solve it to 1e-10.
  explicit SolvedSystem(PaperMatrix system);

  /// |x - exact| / |exact| of our solution in single precision from x = 0, on the fastest backend.
  double error_of(CgMethod method, SparseLayout layout, Preconditioner preconditioner,
                  int iterations, int threads) const;

 private:
  PaperMatrix system_;
  std::vector<double> exact_;
};

}  // namespace limber
