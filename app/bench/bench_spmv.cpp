// Sparse matrix-vector products of the matrices of [Weber13, table 1], in each of our layouts,
// compared with NVIDIA's cuSPARSE (their figure 5 has CUSP).

#include <fmt/format.h>

#include "app/bench/bench.h"
#include "app/bench/copy_rate.h"
#include "app/bench/cusparse_peer.h"
#include "app/bench/expect_same.h"
#include "app/bench/left_out.h"
#include "app/bench/paper_matrices.h"
#include "app/bench/time_calls.h"
#include "kernels/buffer.h"
#include "sim/sparse/sparse_matrix.h"

namespace limber {

namespace {

constexpr float product_tolerance = 1e-5f;  // between single-precision products

struct Product {
  std::string layout;
  MedianAndP95 seconds;
  double bytes;
};

class MatrixBench {
 public:
  MatrixBench(BenchTable& table, const PaperMatrix& matrix, std::optional<double> copy_per_s)
      : table_(table),
        matrix_(matrix),
        start_(any_vector(3 * matrix.pattern.rows())),
        copy_per_s_(copy_per_s) {
    Exec serial(Backend::serial);
    SparseMatrix<float> csr(serial, matrix.pattern, 3, SparseLayout::bin_csr);
    csr.upload(serial, matrix.pattern, matrix.values);
    const Buffer<float> x(serial, start_);
    Buffer<float> y(serial, x.size());
    csr.multiply(serial, x.view(), y.view());
    expected_ = y.download(serial);
  }

  /// [Weber13, tables 1 and 2]. Their row lengths exclude the diagonal block.
  void add_sizes() {
    const PatternStatistics ours = statistics_of(matrix_.pattern, 3);
    const PatternStatistics& paper = matrix_.paper;
    const auto add = [&](const char* what, const char* metric, double value, double of_paper) {
      table_.rows.push_back(
          {.name = fmt::format("{} ({}), {}", matrix_.name, matrix_.made_of, what),
           .metric = metric,
           .value = value,
           .paper = of_paper});
    };
    add("unknowns", "unknowns", ours.dimension, paper.dimension);
    add("non-zeros", "nonzeros", static_cast<double>(ours.nonzeros),
        static_cast<double>(paper.nonzeros));
    add("longest row", "row_length", ours.longest_row, paper.longest_row);
    add("shortest row", "row_length", ours.shortest_row, paper.shortest_row);
    add("mean row", "row_length", ours.mean_row, paper.mean_row);
    Exec serial(Backend::serial);
    for (const SparseLayout layout : all_sparse_layouts) {
      BenchRow row{
          .name = fmt::format("{}, {} padding", matrix_.name, name_of(layout)),
          .metric = "padding",
          .unit = "%",
          .value =
              SparseMatrix<float>(serial, matrix_.pattern, 3, layout).statistics().padding_percent};
      if (layout != SparseLayout::block_sell) row.paper = matrix_.paper_padding_percent;
      table_.rows.push_back(row);
    }
  }

  void run(Backend backend, int threads) {
    Exec exec(backend, threads);
    std::vector<Product> products;
    for (const SparseLayout layout : all_sparse_layouts)
      products.push_back(time_ours(exec, layout, 0));
    std::optional<Product> peer;
    if (backend == Backend::cuda) {
      for (int team = 1; team <= max_lanes; team *= 2)
        products.push_back(time_ours(exec, SparseLayout::block_sell, team));
      for (const CusparseFormat format : all_cusparse_formats) {
        if (!has_cusparse()) break;
        const std::optional<Product> product =
            unless_unavailable(fmt::format("{}, cuSPARSE {}", matrix_.name, name_of(format)),
                               [&] { return time_cusparse(exec, format); });
        if (!product) continue;
        products.push_back(*product);
        if (!peer || products.back().seconds.median < peer->seconds.median) peer = products.back();
      }
    }
    for (const Product& product : products) add_rows(exec.backend(), product, peer);
  }

 private:
  Product time_ours(Exec& exec, SparseLayout layout, int team) {
    SparseMatrix<float> matrix(exec, matrix_.pattern, 3, layout, team);
    matrix.upload(exec, matrix_.pattern, matrix_.values);
    const Buffer<float> x(exec, start_);
    Buffer<float> y(exec, x.size());
    std::string name(name_of(layout));
    if (layout == SparseLayout::block_sell)
      name += team > 0 ? fmt::format("-{}", team) : fmt::format(" (-{})", matrix.team());
    const MedianAndP95 seconds =
        seconds_per_call(exec, calls_for(exec), [&] { matrix.multiply(exec, x.view(), y.view()); });
    expect_same(expected_, y.download(exec), product_tolerance, matrix_.name + ", " + name);
    return {name, seconds, bytes_of(matrix.statistics().bytes)};
  }

  Product time_cusparse(Exec& exec, CusparseFormat format) {
    const Buffer<float> x(exec, start_);
    Buffer<float> y(exec, x.size());
    CusparseMatrix matrix(exec, format, matrix_.pattern, matrix_.values, x.view(), y.view());
    const MedianAndP95 seconds =
        seconds_per_call(exec, calls_for(exec), [&] { matrix.multiply(exec); });
    const std::string name = fmt::format("cuSPARSE {}", name_of(format));
    expect_same(expected_, y.download(exec), product_tolerance, matrix_.name + ", " + name);
    const double columns = format == CusparseFormat::bsr ? 4.0 / 9.0 : 4.0;
    return {name, seconds, bytes_of(static_cast<double>(matrix_.values.size()) * (4.0 + columns))};
  }

  /// Memory traffic if x is read and y written once.
  double bytes_of(double matrix) const { return matrix + 8.0 * static_cast<double>(start_.size()); }

  void add_rows(Backend backend, const Product& product, const std::optional<Product>& peer) {
    const double flops = 2.0 * static_cast<double>(matrix_.values.size());
    BenchRow row{.name = matrix_.name + ", " + product.layout,
                 .backend = std::string(name_of(backend)),
                 .metric = "gflops",
                 .unit = "GFLOP/s",
                 .value = 1e-9 * flops / product.seconds.median,
                 .p95 = 1e-9 * flops / product.seconds.p95};
    if (peer) {
      row.baseline = "best of cuSPARSE: " + peer->layout;
      row.baseline_value = 1e-9 * flops / peer->seconds.median;
      row.ratio = row.value / *row.baseline_value;
    }
    table_.rows.push_back(row);
    const double rate = product.bytes / product.seconds.median;
    table_.rows.push_back({.name = row.name,
                           .backend = row.backend,
                           .metric = "gbytes_per_s",
                           .unit = "GB/s",
                           .value = 1e-9 * rate});
    if (copy_per_s_)
      table_.rows.push_back({.name = row.name,
                             .backend = row.backend,
                             .metric = "share_of_copy",
                             .unit = "",
                             .value = rate / *copy_per_s_});
  }

  BenchTable& table_;
  const PaperMatrix& matrix_;
  std::vector<float> start_, expected_;
  std::optional<double> copy_per_s_;
};

}  // namespace

BenchTable bench_spmv(int threads) {
  BenchTable table{"spmv",
                   "repeated sparse products, as in conjugate gradients: data that fits into the "
                   "GPU's cache stays there, so rates may exceed that of a large copy",
                   {}};
  std::optional<double> copy_per_s;
  if (device::info().usable) {
    const Exec exec(Backend::cuda);
    copy_per_s = copy_rate(exec);
    table.rows.push_back({.name = "copy of 512 MiB",
                          .backend = "cuda",
                          .metric = "gbytes_per_s",
                          .unit = "GB/s",
                          .value = 1e-9 * *copy_per_s});
  }
  for (const PaperMatrix& matrix : paper_matrices(threads)) {
    MatrixBench bench(table, matrix, copy_per_s);
    bench.add_sizes();
    for (const Backend backend : all_backends)
      if (backend != Backend::cuda || device::info().usable)
        bench.run(backend, backend == Backend::serial ? 0 : threads);
  }
  return table;
}

}  // namespace limber
