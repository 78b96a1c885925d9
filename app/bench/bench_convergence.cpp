// Error against computing time of every method for cloth, soft bodies and finite elements, after
// [Fratarcangeli13, figure 5].

#include <fmt/format.h>

#include "app/bench/bench.h"
#include "app/bench/convergence_rows.h"
#include "app/bench/measured_scene.h"
#include "kernels/device.h"

namespace limber {

namespace {

constexpr double after_s = 2.0;
constexpr int system_at_step = 20;  // as in bench cg

void append(BenchTable& table, const std::vector<BenchRow>& rows) {
  table.rows.insert(table.rows.end(), rows.begin(), rows.end());
}

/// Times on every backend; on the CPU, where a step takes up to half a second, for few numbers.
void add_times(BenchTable& table, const Scene& scene, MethodByCount method,
               const std::vector<int>& counts_on_cpu, int threads) {
  if (device::info().usable) append(table, times_by_count(scene, method, Backend::cuda, threads));
  method.counts = counts_on_cpu;
  for (const Backend backend : {Backend::tbb, Backend::serial})
    append(table, times_by_count(scene, method, backend, threads));
}

/// Contact of bodies is off: it limits how far a step goes, whatever the method.
void add_constraints(BenchTable& table, const std::string& id, int threads) {
  const std::vector<int> counts{2, 4, 8, 16, 32}, on_cpu{4, 16};
  const std::string alone = "contact_distance_m=0";
  const Scene scene = open_measured(id);
  for (const MethodByCount& method :
       {MethodByCount{"gauss_seidel", {"method=gauss_seidel", alone}, "iterations", counts},
        MethodByCount{"jacobi", {"method=jacobi", alone}, "iterations", counts},
        MethodByCount{"xpbd", {"method=xpbd", alone}, "substeps", {1, 2, 4, 8, 16}}}) {
    append(table, residuals_by_count(scene, method, after_s, threads));
    add_times(table, scene, method, on_cpu, threads);
  }
}

/// Conjugate gradients as parameters name them, and as the solver does.
struct CgVariant {
  const char* name;
  CgMethod method;
  SparseLayout layout;
  const char* layout_key;
  Preconditioner preconditioner;
  bool on_cpu;
};

void add_finite_elements(BenchTable& table, const std::string& id, int threads) {
  const Scene scene = open_measured(id);
  constexpr Preconditioner jacobi = Preconditioner::jacobi, blocks = Preconditioner::block_jacobi;
  const SolvedSystem system(matrix_of_scene(scene, system_at_step, threads));
  for (const CgVariant& variant :
       {CgVariant{"plain", CgMethod::plain, SparseLayout::bin_csr, "bin_csr", jacobi, false},
        CgVariant{"merged", CgMethod::merged, SparseLayout::bin_bcsr, "bin_bcsr", jacobi, true},
        CgVariant{"merged_blocks", CgMethod::merged, SparseLayout::bin_bcsr, "bin_bcsr", blocks,
                  true},
        CgVariant{"persistent", CgMethod::persistent, SparseLayout::block_sell, "block_sell",
                  jacobi, false},
        CgVariant{"persistent_blocks", CgMethod::persistent, SparseLayout::block_sell, "block_sell",
                  blocks, false}}) {
    const MethodByCount method{variant.name,
                               {fmt::format("cg_method={}", name_of(variant.method)),
                                fmt::format("layout={}", variant.layout_key),
                                variant.preconditioner == blocks ? "preconditioner=block_jacobi"
                                                                 : "preconditioner=jacobi"},
                               "cg_iterations",
                               {10, 20, 40, 80}};
    for (const int count : method.counts)
      table.rows.push_back({.name = fmt::format("{}, {} {}, velocity", id, variant.name, count),
                            .backend = std::string(name_of(best_backend())),
                            .metric = "relative_error",
                            .unit = "",
                            .value = system.error_of(variant.method, variant.layout,
                                                     variant.preconditioner, count, threads)});
    add_times(table, scene, method, variant.on_cpu ? std::vector{20, 80} : std::vector<int>{},
              threads);
  }
}

}  // namespace

BenchTable bench_convergence(int threads) {
  BenchTable table{
      "convergence",
      fmt::format("milliseconds per simulated second and errors, by method and number "
                  "of iterations or substeps: root mean square residual of "
                  "constraints after {} s without contact of bodies, and the relative error "
                  "of the velocities of step {} of finite elements",
                  after_s, system_at_step),
      {}};
  for (const char* id : {"cloth/tube", "volume/bunny", "volume/tori"})
    add_constraints(table, id, threads);
  for (const char* id : {"fem/linear", "fem/quadratic"}) add_finite_elements(table, id, threads);
  return table;
}

}  // namespace limber
