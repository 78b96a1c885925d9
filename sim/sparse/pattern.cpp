#include "sim/sparse/pattern.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/error.h"

namespace limber {

int Pattern::find(int row, int column) const {
  const auto begin = columns.begin() + first[row], end = columns.begin() + first[row + 1];
  const auto found = std::lower_bound(begin, end, column);
  return found != end && *found == column ? static_cast<int>(found - columns.begin()) : -1;
}

Pattern pattern_of(int rows, std::vector<std::pair<int, int>> entries) {
  for (const auto& [row, column] : entries)
    if (row < 0 || row >= rows || column < 0 || column >= rows)
      throw Error(ExitCode::bad_input,
                  fmt::format("entry ({}, {}) is outside a matrix of {} rows", row, column, rows));
  for (int r = 0; r < rows; ++r) entries.emplace_back(r, r);
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  Pattern pattern;
  pattern.first.assign(rows + 1, 0);
  pattern.columns.reserve(entries.size());
  for (const auto& [row, column] : entries) {
    ++pattern.first[row + 1];
    pattern.columns.push_back(column);
  }
  for (int r = 0; r < rows; ++r) pattern.first[r + 1] += pattern.first[r];
  return pattern;
}

Pattern pattern_of_elements(int nodes, std::span<const int> corners, int each) {
  std::vector<std::pair<int, int>> entries;
  entries.reserve(corners.size() * each);
  for (std::size_t e = 0; e + each <= corners.size(); e += each)
    for (int a = 0; a < each; ++a)
      for (int b = 0; b < each; ++b) entries.emplace_back(corners[e + a], corners[e + b]);
  return pattern_of(nodes, std::move(entries));
}

Pattern scalars_of(const Pattern& pattern, int block) {
  if (block == 1) return pattern;
  Pattern scalars;
  scalars.first.push_back(0);
  for (int r = 0; r < pattern.rows(); ++r) {
    for (int a = 0; a < block; ++a) {
      for (int e = pattern.first[r]; e < pattern.first[r + 1]; ++e)
        for (int c = 0; c < block; ++c) scalars.columns.push_back(pattern.columns[e] * block + c);
      scalars.first.push_back(static_cast<int>(scalars.columns.size()));
    }
  }
  return scalars;
}

PatternStatistics statistics_of(const Pattern& pattern, int block) {
  PatternStatistics result;
  result.dimension = pattern.rows() * block;
  result.nonzeros = static_cast<long long>(pattern.entries()) * block * block;
  if (pattern.rows() == 0) return result;
  int longest = 0, shortest = pattern.rows();
  for (int r = 0; r < pattern.rows(); ++r) {
    const int others = pattern.first[r + 1] - pattern.first[r] - 1;
    longest = std::max(longest, others);
    shortest = std::min(shortest, others);
  }
  result.longest_row = longest * block;
  result.shortest_row = shortest * block;
  result.mean_row =
      static_cast<double>(pattern.entries() - pattern.rows()) * block / pattern.rows();
  return result;
}

std::vector<BlockPlace> places_of(const Pattern& pattern) {
  std::vector<BlockPlace> places;
  places.reserve(pattern.columns.size());
  for (int r = 0; r < pattern.rows(); ++r) {
    const int diagonal = pattern.find(r, r) - pattern.first[r];
    for (int e = pattern.first[r]; e < pattern.first[r + 1]; ++e)
      places.push_back({r, e - pattern.first[r], diagonal});
  }
  return places;
}

GatherList gather_elements(const Pattern& pattern, std::span<const int> corners, int each) {
  const int elements = static_cast<int>(corners.size()) / each;
  std::vector<int> entry_of_item;
  entry_of_item.reserve(static_cast<std::size_t>(elements) * each * each);
  GatherList list;
  list.first.assign(pattern.entries() + 1, 0);
  for (int e = 0; e < elements; ++e) {
    for (int a = 0; a < each; ++a) {
      for (int b = 0; b < each; ++b) {
        const int entry = pattern.find(corners[e * each + a], corners[e * each + b]);
        entry_of_item.push_back(entry);
        ++list.first[entry + 1];
      }
    }
  }
  for (int entry = 0; entry < pattern.entries(); ++entry)
    list.first[entry + 1] += list.first[entry];
  std::vector<int> next(list.first.begin(), list.first.end() - 1);
  list.items.resize(entry_of_item.size());
  for (int item = 0; item < static_cast<int>(entry_of_item.size()); ++item)
    list.items[next[entry_of_item[item]]++] = item;
  return list;
}

}  // namespace limber
