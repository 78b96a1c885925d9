#include "app/bench/cusparse_peer.h"

#include <algorithm>
#include <cstdint>

#include "app/bench/cusparse.h"
#include "kernels/buffer.h"
#include "kernels/error.h"
#include "kernels/sparse/bin_csr.h"

#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif

namespace limber {

#ifdef LIMBER_HAS_CUSPARSE

bool has_cusparse() { return true; }

namespace {

/// Offsets, columns and values of one of the library's formats.
struct Arrays {
  std::vector<int> first, columns;
  std::vector<float> values;
};

float value_at(std::span<const float> values, int entry, int a, int c) {
  return values[9 * static_cast<std::size_t>(entry) + 3 * a + c];
}

Arrays csr_arrays(const Pattern& pattern, std::span<const float> values) {
  Pattern scalars = scalars_of(pattern, 3);
  Arrays arrays{std::move(scalars.first), std::move(scalars.columns), {}};
  for (int r = 0; r < pattern.rows(); ++r)
    for (int a = 0; a < 3; ++a)
      for (int e = pattern.first[r]; e < pattern.first[r + 1]; ++e)
        for (int c = 0; c < 3; ++c) arrays.values.push_back(value_at(values, e, a, c));
  return arrays;
}

/// Slices of 32 rows, entry by entry; -1 is the library's sign for padding.
Arrays sell_arrays(const Arrays& csr) {
  const int rows = static_cast<int>(csr.first.size()) - 1;
  Arrays sell{{0}, {}, {}};
  for (int first = 0; first < rows; first += bin_width) {
    const int last = std::min(rows, first + bin_width);
    int length = 0;
    for (int r = first; r < last; ++r) length = std::max(length, csr.first[r + 1] - csr.first[r]);
    const int start = sell.first.back();
    sell.first.push_back(start + length * bin_width);
    sell.columns.resize(sell.first.back(), -1);
    sell.values.resize(sell.first.back(), 0.0f);
    for (int r = first; r < last; ++r) {
      for (int e = csr.first[r]; e < csr.first[r + 1]; ++e) {
        const int at = start + (e - csr.first[r]) * bin_width + r - first;
        sell.columns[at] = csr.columns[e];
        sell.values[at] = csr.values[e];
      }
    }
  }
  return sell;
}

}  // namespace

struct CusparseMatrix::Library {
  const Cusparse& cusparse = Cusparse::get();
  CusparseFormat format;
  int block_rows = 0, blocks = 0;
  Buffer<int> first, columns;
  Buffer<float> values;
  RawBuffer scratch;
  View<const float> x;
  View<float> y;
  CusparseOwned<cusparseHandle_t> handle;
  CusparseOwned<cusparseMatDescr_t> blocks_of;
  CusparseOwned<cusparseSpMatDescr_t> matrix;
  CusparseOwned<cusparseDnVecDescr_t> x_vector, y_vector;
  cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_ALG_DEFAULT;
  float one = 1.0f, zero = 0.0f;
};

CusparseMatrix::CusparseMatrix(const Exec& exec, CusparseFormat format, const Pattern& pattern,
                               std::span<const float> values, View<const float> x, View<float> y)
    : library_(std::make_unique<Library>()) {
  Library& l = *library_;
  l.format = format;
  l.block_rows = pattern.rows();
  l.blocks = pattern.entries();
  l.x = x;
  l.y = y;
  make_cusparse(l.handle, "could not be started", l.cusparse.create);
  check(l.cusparse.set_stream(l.handle.get(), exec.stream()), "refused the stream");
  if (format == CusparseFormat::bsr) {
    l.first = {exec, pattern.first};
    l.columns = {exec, pattern.columns};
    l.values = {exec, values};
    exec.synchronize();
    make_cusparse(l.blocks_of, "made no matrix", l.cusparse.create_description);
    return;
  }
  const Arrays csr = csr_arrays(pattern, values);
  const Arrays sell = format == CusparseFormat::sell ? sell_arrays(csr) : Arrays{};
  const Arrays& arrays = format == CusparseFormat::sell ? sell : csr;
  l.first = {exec, arrays.first};
  l.columns = {exec, arrays.columns};
  l.values = {exec, arrays.values};
  exec.synchronize();
  const int rows = 3 * pattern.rows();
  const auto nonzeros = static_cast<std::int64_t>(csr.values.size());
  if (format == CusparseFormat::sell) {
    l.algorithm = CUSPARSE_SPMV_SELL_ALG1;
    make_cusparse(l.matrix, "made no matrix", l.cusparse.create_sell, rows, rows, nonzeros,
                  l.values.size(), bin_width, l.first.view().data, l.columns.view().data,
                  l.values.view().data, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                  CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  } else {
    make_cusparse(l.matrix, "made no matrix", l.cusparse.create_csr, rows, rows, nonzeros,
                  l.first.view().data, l.columns.view().data, l.values.view().data,
                  CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  }
  // The library's vectors are not const, though it only reads x.
  make_cusparse(l.x_vector, "made no vector", l.cusparse.create_vector, rows,
                const_cast<float*>(x.data), CUDA_R_32F);
  make_cusparse(l.y_vector, "made no vector", l.cusparse.create_vector, rows, y.data, CUDA_R_32F);
  std::size_t bytes = 0;
  check(l.cusparse.buffer_size(l.handle.get(), CUSPARSE_OPERATION_NON_TRANSPOSE, &l.one,
                               l.matrix.get(), l.x_vector.get(), &l.zero, l.y_vector.get(),
                               CUDA_R_32F, l.algorithm, &bytes),
        "refused the product");
  l.scratch = RawBuffer(Memory::device, bytes);
  if (format != CusparseFormat::csr) return;  // the others have nothing to prepare
  check(l.cusparse.preprocess(l.handle.get(), CUSPARSE_OPERATION_NON_TRANSPOSE, &l.one,
                              l.matrix.get(), l.x_vector.get(), &l.zero, l.y_vector.get(),
                              CUDA_R_32F, l.algorithm, l.scratch.data()),
        "refused the product");
}

CusparseMatrix::~CusparseMatrix() = default;

void CusparseMatrix::multiply(const Exec&) {
  Library& l = *library_;
  if (l.format == CusparseFormat::bsr) {
    check(l.cusparse.multiply_blocks(
              l.handle.get(), CUSPARSE_DIRECTION_ROW, CUSPARSE_OPERATION_NON_TRANSPOSE,
              l.block_rows, l.block_rows, l.blocks, &l.one, l.blocks_of.get(), l.values.view().data,
              l.first.view().data, l.columns.view().data, 3, l.x.data, &l.zero, l.y.data),
          "refused the product");
    return;
  }
  check(l.cusparse.multiply(l.handle.get(), CUSPARSE_OPERATION_NON_TRANSPOSE, &l.one,
                            l.matrix.get(), l.x_vector.get(), &l.zero, l.y_vector.get(), CUDA_R_32F,
                            l.algorithm, l.scratch.data()),
        "refused the product");
}

#else

bool has_cusparse() { return false; }

struct CusparseMatrix::Library {};

CusparseMatrix::CusparseMatrix(const Exec&, CusparseFormat, const Pattern&, std::span<const float>,
                               View<const float>, View<float>) {
  throw Error(ExitCode::unavailable, "this program was built without cuSPARSE");
}
CusparseMatrix::~CusparseMatrix() = default;
void CusparseMatrix::multiply(const Exec&) {}

#endif

}  // namespace limber
