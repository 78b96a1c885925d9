#include "sim/sparse/sparse_matrix.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

#include "kernels/error.h"

namespace limber {

namespace {

std::vector<int> off_diagonal_columns(const Pattern& pattern, int row) {
  std::vector<int> columns;
  for (int e = pattern.first[row]; e < pattern.first[row + 1]; ++e)
    if (pattern.columns[e] != row) columns.push_back(pattern.columns[e]);
  return columns;
}

int off_diagonal_length(const Pattern& pattern, int row) {
  return pattern.first[row + 1] - pattern.first[row] - 1;
}

/// The order of the rows in slices: by length within windows, which are small enough to keep
/// neighbouring rows near each other in memory.
std::vector<int> rows_by_length(const Pattern& pattern) {
  constexpr int window = 256;
  std::vector<int> rows(pattern.rows());
  std::iota(rows.begin(), rows.end(), 0);
  for (int first = 0; first < pattern.rows(); first += window)
    std::stable_sort(rows.begin() + first, rows.begin() + std::min(pattern.rows(), first + window),
                     [&](int a, int b) {
                       return off_diagonal_length(pattern, a) > off_diagonal_length(pattern, b);
                     });
  return rows;
}

/// Steps of the longest row in each slice with `team` threads per row.
std::vector<int> steps_of_slices(const Pattern& pattern, const std::vector<int>& rows, int team) {
  const int rows_per_slice = bin_width / team;
  std::vector<int> steps((rows.size() + rows_per_slice - 1) / rows_per_slice, 0);
  for (int unit = 0; unit < pattern.rows(); ++unit) {
    int& longest = steps[unit / rows_per_slice];
    longest = std::max(longest, (off_diagonal_length(pattern, rows[unit]) + team) / team);
  }
  return steps;
}

/// Measured on an H200 with teams of 1 to 16 on matrices like those of [Weber13]: 2 threads are
/// best for rows of equal length (Cloth). Rows of uneven length need more, up to their mean length
/// and until the GPU is filled: 8 for Pensatore, 16 for Armadillo, and 4 for Bunny, which has five
/// times its rows.
int team_for(const Pattern& pattern) {
  constexpr int enough_threads = 200000;
  const PatternStatistics rows = statistics_of(pattern, 1);
  const double unevenness = rows.longest_row / std::max(rows.mean_row, 1.0);
  if (unevenness < 1.05) return 2;
  int team = 4;
  while (2 * team <= max_lanes && 2 * team <= rows.mean_row + 1.0 &&
         team * pattern.rows() < enough_threads)
    team *= 2;
  return team;
}

}  // namespace

SparseLayout layout_named(std::string_view name, Backend backend) {
  if (name == "bin_csr") return SparseLayout::bin_csr;
  if (name == "bin_bcsr") return SparseLayout::bin_bcsr;
  if (name == "block_sell") return SparseLayout::block_sell;
  // On one core fem/jellies takes a quarter longer with block_sell, joints/pendulums twice as long.
  return backend == Backend::cuda ? SparseLayout::block_sell : SparseLayout::bin_bcsr;
}

template <class T>
SparseMatrix<T>::SparseMatrix(const Exec& exec, const Pattern& pattern, int block,
                              SparseLayout layout, int team)
    : block_(block), layout_(layout) {
  if (block != 3 && (block != 1 || layout != SparseLayout::bin_csr))
    throw Error(ExitCode::internal,
                std::string(name_of(layout)) + " is for matrices of 3x3 blocks");
  if (team < 0 || team > max_lanes || (team & (team - 1)) != 0)
    throw Error(ExitCode::internal, "the threads per row must be a power of two up to 16");
  static_cast<PatternStatistics&>(statistics_) = statistics_of(pattern, block);
  switch (layout) {
    case SparseLayout::bin_csr:
      lay_out_rows(exec, scalars_of(pattern, block), 1);
      break;
    case SparseLayout::bin_bcsr:
      lay_out_rows(exec, pattern, 3);
      break;
    case SparseLayout::block_sell:
      lay_out_slices(exec, pattern, team);
      break;
  }
}

/// BIN-CSR (columns_each = 1: the pattern is of scalars) and BIN-BCSR (3: of blocks).
template <class T>
void SparseMatrix<T>::lay_out_rows(const Exec& exec, const Pattern& pattern, int columns_each) {
  const int rows = pattern.rows() * columns_each;
  std::vector<int> first{0};
  std::vector<int> columns;
  for (int bin = 0; bin * bin_width < rows; ++bin) {
    const int last = std::min(rows, (bin + 1) * bin_width);
    int length = 0;
    for (int r = bin * bin_width; r < last; ++r)
      length = std::max(length, off_diagonal_length(pattern, r / columns_each));
    const int start = first.back();
    columns.resize(start + length * bin_width, 0);
    for (int r = bin * bin_width; r < last; ++r) {
      const std::vector<int> row = off_diagonal_columns(pattern, r / columns_each);
      for (int k = 0; k < length; ++k)
        columns[start + k * bin_width + r % bin_width] =
            k < static_cast<int>(row.size()) ? row[k] : r / columns_each;
    }
    first.push_back(static_cast<int>(columns.size()));
  }
  keep(exec, first, columns, static_cast<std::size_t>(rows) * columns_each,
       columns.size() * columns_each);
}

template <class T>
void SparseMatrix<T>::lay_out_slices(const Exec& exec, const Pattern& pattern, int team) {
  const std::vector<int> rows = rows_by_length(pattern);
  if (team == 0) team = team_for(pattern);
  team_log2_ = std::countr_zero(static_cast<unsigned>(team));
  std::vector<int> first{0};
  for (const int steps : steps_of_slices(pattern, rows, team))
    first.push_back(first.back() + steps);
  std::vector<int> columns(static_cast<std::size_t>(first.back()) * bin_width, 0);
  const int rows_per_slice = bin_width / team;
  std::vector<int> unit_of_row(rows.size());
  for (int unit = 0; unit < pattern.rows(); ++unit) {
    const int r = rows[unit];
    unit_of_row[r] = unit;
    std::vector<int> row = off_diagonal_columns(pattern, r);
    row.insert(row.begin(), r);
    const int slice = unit / rows_per_slice;
    const int steps = first[slice + 1] - first[slice];
    for (int k = 0; k < steps * team; ++k)
      columns[(first[slice] + k / team) * bin_width + unit % rows_per_slice * team + k % team] =
          k < static_cast<int>(row.size()) ? row[k] : r;
  }
  row_of_unit_ = {exec, rows};
  unit_of_row_ = {exec, unit_of_row};
  keep(exec, first, columns, 0, columns.size() * 9);
}

template <class T>
void SparseMatrix<T>::keep(const Exec& exec, const std::vector<int>& first,
                           const std::vector<int>& columns, std::size_t diagonal,
                           std::size_t values) {
  first_ = {exec, first};
  columns_ = {exec, columns};
  diagonal_ = {exec, static_cast<int>(diagonal)};
  values_ = {exec, static_cast<int>(values)};
  diagonal_.zero(exec);
  values_.zero(exec);
  exec.synchronize();  // the source vectors are freed by the caller
  const double needed = static_cast<double>(statistics_.nonzeros);
  if (needed > 0.0)
    statistics_.padding_percent = 100.0 * (static_cast<double>(diagonal + values) / needed - 1.0);
  statistics_.bytes = sizeof(T) * (diagonal + values) +
                      sizeof(int) * (columns.size() + first.size() + row_of_unit_.size());
}

template <class T>
typename SparseMatrix<T>::AnyView SparseMatrix<T>::view() const {
  // Kernels write through the view only in assembly, which requires a non-const matrix.
  auto& self = const_cast<SparseMatrix&>(*this);
  const View<T> diagonal = self.diagonal_.view(), values = self.values_.view();
  switch (layout_) {
    case SparseLayout::bin_bcsr:
      return BinBcsr<T>{dimension(), diagonal, values, columns_.view(), first_.view()};
    case SparseLayout::block_sell:
      return BlockSell<T>{nodes(),         team_log2_,          values,
                          columns_.view(), row_of_unit_.view(), unit_of_row_.view(),
                          first_.view()};
    default:
      return BinCsr<T>{dimension(), block_, diagonal, values, columns_.view(), first_.view()};
  }
}

/// Host copies of the values and of what locates entries.
template <class T>
struct SparseMatrix<T>::OnHost {
  std::vector<T> diagonal, values;
  std::vector<int> first, unit_of_row;
};

template <class T>
typename SparseMatrix<T>::AnyView SparseMatrix<T>::view_of(OnHost& copy) const {
  const auto whole = [](auto& vector) {
    return View{vector.data(), static_cast<int>(vector.size())};
  };
  AnyView there = view();
  std::visit(
      [&](auto& matrix) {
        matrix.values = whole(copy.values);
        if constexpr (requires { matrix.first_of_bin; }) {
          matrix.diagonal = whole(copy.diagonal);
          matrix.first_of_bin = whole(copy.first);
        } else {
          matrix.first_of_slice = whole(copy.first);
          matrix.unit_of_row = whole(copy.unit_of_row);
        }
      },
      there);
  return there;
}

namespace {

/// Calls use(entry) for each scalar of a host matrix, in the order of its pattern.
template <class AnyView, class Use>
void for_each_entry(const AnyView& matrix, const Pattern& pattern, int block, const Use& use) {
  const std::vector<BlockPlace> places = places_of(pattern);
  std::visit(
      [&](const auto& view) {
        for (const BlockPlace& place : places)
          for (int a = 0; a < block; ++a)
            for (int c = 0; c < block; ++c) use(view.entry(place, a, c));
      },
      matrix);
}

}  // namespace

template <class T>
void SparseMatrix<T>::upload(const Exec& exec, const Pattern& pattern, std::span<const T> values) {
  OnHost copy{std::vector<T>(diagonal_.size()), std::vector<T>(values_.size()),
              first_.download(exec), unit_of_row_.download(exec)};
  std::size_t v = 0;
  for_each_entry(view_of(copy), pattern, block_, [&](T& entry) { entry = values[v++]; });
  diagonal_.upload(exec, copy.diagonal);
  values_.upload(exec, copy.values);
  exec.synchronize();
}

template <class T>
std::vector<T> SparseMatrix<T>::download(const Exec& exec, const Pattern& pattern) const {
  OnHost copy{diagonal_.download(exec), values_.download(exec), first_.download(exec),
              unit_of_row_.download(exec)};
  std::vector<T> values;
  for_each_entry(view_of(copy), pattern, block_, [&](const T& entry) { values.push_back(entry); });
  return values;
}

template <class T>
void SparseMatrix<T>::multiply(const Exec& exec, View<const T> x, View<T> y,
                               const NodeSprings& springs) const {
  visit(springs, [&](const auto& matrix) {
    using Matrix = std::decay_t<decltype(matrix)>;
    launch_rows(exec, "multiply", matrix.units(), Multiply<Matrix>{matrix, x, y});
  });
}

template <class T>
void SparseMatrix<T>::archive(Archive& archive) {
  archive.scratch(diagonal_, values_, columns_, first_, row_of_unit_, unit_of_row_);
}

template <class T>
SparseAssembly<T>::SparseAssembly(const Exec& exec, const Pattern& pattern, const GatherList& list)
    : first_(exec, list.first), items_(exec, list.items) {
  const std::vector<BlockPlace> places = places_of(pattern);
  places_ = {exec, places};
  exec.synchronize();
}

template <class T>
void SparseAssembly<T>::run(const Exec& exec, const char* label, SparseMatrix<T>& matrix,
                            View<const T> elements, T element_scale,
                            View<const T> added_diagonal) const {
  matrix.visit([&](const auto& view) {
    using Matrix = std::decay_t<decltype(view)>;
    if (matrix.block() == 3) {
      launch(exec, label, places_.size() * 3,
             AssembleBlockRow<Matrix, 3>{view, lists(), elements, added_diagonal, element_scale});
    } else if constexpr (std::is_same_v<Matrix, BinCsr<T>>) {
      launch(exec, label, places_.size(),
             AssembleBlockRow<Matrix, 1>{view, lists(), elements, added_diagonal, element_scale});
    }
  });
}

template <class T>
void SparseAssembly<T>::archive(Archive& archive) {
  archive.scratch(places_, first_, items_);
}

template class SparseMatrix<float>;
template class SparseMatrix<double>;
template class SparseAssembly<float>;
template class SparseAssembly<double>;

}  // namespace limber
