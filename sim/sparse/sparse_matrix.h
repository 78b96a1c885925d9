#pragma once

// A sparse matrix where its solver runs, in one of three layouts that are interchangeable: BIN-CSR
// and BIN-BCSR as [Weber13] have them, and sliced ELLPACK of 3x3 blocks with several threads a row
// for GPUs of today.

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

struct SparseStatistics : PatternStatistics {
  /// Values that only fill up short rows, as a share of the values that are there for a reason.
  double padding_percent = 0.0;
  std::size_t bytes = 0;  ///< that a product reads of the matrix: values, columns, offsets
};

template <class T>
class SparseMatrix {
 public:
  using AnyView = std::variant<BinCsr<T>, BinBcsr<T>, BlockSell<T>>;

  SparseMatrix() = default;
  /// A matrix of zeros. pattern: of scalars (block = 1) or of 3x3 blocks (block = 3).
  /// team: threads a block row of block_sell, a power of two up to 16; 0: what suits the pattern.
  /// Throws Error(usage) for a layout of blocks and a pattern of scalars, or another team.
  SparseMatrix(const Exec& exec, const Pattern& pattern, int block, SparseLayout layout,
               int team = 0);

  int block() const { return block_; }
  int dimension() const { return statistics_.dimension; }
  int nodes() const { return statistics_.dimension / block_; }
  SparseLayout layout() const { return layout_; }
  int team() const { return 1 << team_log2_; }
  const SparseStatistics& statistics() const { return statistics_; }

  /// Sets all values: block * block of them, rows first, for each entry of the pattern. Waits.
  void upload(const Exec& exec, const Pattern& pattern, std::span<const T> values);
  /// All values in the order of upload(), from where they are. Waits.
  std::vector<T> download(const Exec& exec, const Pattern& pattern) const;

  /// y = A x; both of dimension(). springs: added to A; only for float and blocks.
  void multiply(const Exec& exec, View<const T> x, View<T> y,
                const NodeSprings& springs = {}) const;

  /// Calls use(view) with the BinCsr, BinBcsr or BlockSell that it is.
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
  /// Of a copy on the host.
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

/// Fills matrices from element matrices, through lists that are made once for a pattern ([Weber13],
/// section 3.3).
template <class T>
class SparseAssembly {
 public:
  SparseAssembly() = default;
  SparseAssembly(const Exec& exec, const Pattern& pattern, const GatherList& list);

  /// matrix = element_scale * sum of the elements + added_diagonal, a value for each of its rows or
  /// none. The matrix has the pattern that the lists were made for. elements: blocks in the order
  /// of the list's items, each with its rows first.
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
