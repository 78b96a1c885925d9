#pragma once

// A sparse matrix in the backend's memory, in one of three interchangeable layouts: BIN-CSR and
// BIN-BCSR of [Weber13], and sliced ELLPACK of 3x3 blocks with several threads per row for current
// GPUs.

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/sparse/bin_bcsr.h"
#include "kernels/sparse/block_sell.h"
#include "kernels/sparse/sprung.h"
#include "sim/archive.h"
#include "sim/sparse/pattern.h"

namespace limber {

enum class SparseLayout { bin_csr, bin_bcsr, block_sell };

inline constexpr std::array all_sparse_layouts{SparseLayout::bin_csr, SparseLayout::bin_bcsr,
                                               SparseLayout::block_sell};

constexpr std::string_view name_of(SparseLayout layout) {
  constexpr std::array<std::string_view, 3> names{"BIN-CSR", "BIN-BCSR", "BSELL"};
  return names[static_cast<int>(layout)];
}

/// The layout of a parameter's value: "bin_csr", "bin_bcsr", "block_sell", or "auto": block_sell on
/// cuda, elsewhere bin_bcsr.
SparseLayout layout_named(std::string_view name, Backend backend);

struct SparseStatistics : PatternStatistics {
  /// Padding of short rows, relative to the values of the pattern.
  double padding_percent = 0.0;
  std::size_t bytes = 0;  ///< of the matrix that a product reads: values, columns, offsets
};

template <class T>
class SparseMatrix {
 public:
  using AnyView = std::variant<BinCsr<T>, BinBcsr<T>, BlockSell<T>>;

  SparseMatrix() = default;
  /// A matrix of zeros. pattern: of scalars (block = 1) or of 3x3 blocks (block = 3). team: threads
  /// per block row of block_sell, a power of two up to 16; 0: chosen for the pattern. Throws
  /// Error(internal) for a layout of blocks and a pattern of scalars, or another team.
  SparseMatrix(const Exec& exec, const Pattern& pattern, int block, SparseLayout layout,
               int team = 0);

  int block() const { return block_; }
  int dimension() const { return statistics_.dimension; }
  int nodes() const { return statistics_.dimension / block_; }
  SparseLayout layout() const { return layout_; }
  int team() const { return 1 << team_log2_; }
  const SparseStatistics& statistics() const { return statistics_; }

  /// Sets all values: block * block for each entry of the pattern, row-major. Waits.
  void upload(const Exec& exec, const Pattern& pattern, std::span<const T> values);
  /// All values in the order of upload(). Waits.
  std::vector<T> download(const Exec& exec, const Pattern& pattern) const;

  /// y = A x; both of size dimension(). springs: added to A; only for float and blocks.
  void multiply(const Exec& exec, View<const T> x, View<T> y,
                const NodeSprings& springs = {}) const;

  /// Calls use(view) with a BinCsr, BinBcsr or BlockSell, depending on the layout.
  template <class Use>
  decltype(auto) visit(const Use& use) const {
    return std::visit(use, view());
  }
  /// The same with springs added, where there are any.
  template <class Use>
  void visit(const NodeSprings& springs, const Use& use) const {
    visit([&](const auto& view) {
      if constexpr (std::is_same_v<T, float>)
        if (!springs.empty()) return use(Sprung(view, springs));
      use(view);
    });
  }
  AnyView view() const;

  void archive(Archive& archive);

 private:
  struct OnHost;
  /// A view of a copy on the host.
  AnyView view_of(OnHost& copy) const;
  void lay_out_rows(const Exec& exec, const Pattern& pattern, int columns_each);
  void lay_out_slices(const Exec& exec, const Pattern& pattern, int team);
  void keep(const Exec& exec, const std::vector<int>& first, const std::vector<int>& columns,
            std::size_t diagonal, std::size_t values);

  int block_ = 1;
  SparseLayout layout_ = SparseLayout::bin_csr;
  int team_log2_ = 0;
  SparseStatistics statistics_;
  Buffer<T> diagonal_;
  Buffer<T> values_;
  Buffer<int> columns_;
  Buffer<int> first_;
  Buffer<int> row_of_unit_, unit_of_row_;  ///< block_sell only
};

/// Assembles matrices from element matrices, with lists that are made once for a pattern [Weber13,
/// section 3.3].
template <class T>
class SparseAssembly {
 public:
  SparseAssembly() = default;
  SparseAssembly(const Exec& exec, const Pattern& pattern, const GatherList& list);

  /// matrix = element_scale * sum of elements + added_diagonal (a value for each scalar row, or
  /// empty). The matrix must have the pattern that the lists were made for. elements: row-major
  /// blocks in the order of the list's items.
  void run(const Exec& exec, const char* label, SparseMatrix<T>& matrix, View<const T> elements,
           T element_scale = T(1), View<const T> added_diagonal = {}) const;
  void archive(Archive& archive);

 private:
  GatherLists lists() const { return {places_.view(), first_.view(), items_.view()}; }

  Buffer<BlockPlace> places_;
  Buffer<int> first_;
  Buffer<int> items_;
};

}  // namespace limber
