#include "sim/joints/joint_pattern.h"

#include <utility>

namespace limber {

JointPattern joint_pattern(const std::vector<JointBlock>& blocks, const std::vector<bool>& moves) {
  std::vector<std::vector<int>> of_body(moves.size());
  for (std::size_t k = 0; k < blocks.size(); ++k)
    for (int side = 0; side < 2; ++side) {
      const int body = side == 0 ? blocks[k].body_a : blocks[k].body_b;
      if (body >= 0 && moves[body]) of_body[body].push_back(2 * static_cast<int>(k) + side);
    }
  JointPattern result;
  std::vector<std::pair<int, int>> entries;
  result.first_of_body.push_back(0);
  for (std::size_t b = 0; b < of_body.size(); ++b) {
    for (const int row : of_body[b]) {
      result.blocks_of_body.push_back(row);
      for (const int column : of_body[b]) {
        entries.emplace_back(row / 2, column / 2);
        result.pairs.push_back(
            {row / 2, column / 2, static_cast<int>(b), row % 2 + 2 * (column % 2)});
      }
    }
    result.first_of_body.push_back(static_cast<int>(result.blocks_of_body.size()));
  }
  result.pattern = pattern_of(static_cast<int>(blocks.size()), std::move(entries));
  std::vector<int> entry_of_pair, count(result.pattern.entries() + 1, 0);
  for (const JointPair& pair : result.pairs) {
    entry_of_pair.push_back(result.pattern.find(pair.row, pair.column));
    ++count[entry_of_pair.back() + 1];
  }
  for (std::size_t e = 1; e < count.size(); ++e) count[e] += count[e - 1];
  result.gather.first = count;
  result.gather.items.resize(result.pairs.size());
  for (std::size_t p = 0; p < entry_of_pair.size(); ++p)
    result.gather.items[count[entry_of_pair[p]]++] = static_cast<int>(p);
  return result;
}

}  // namespace limber
