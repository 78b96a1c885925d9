#include "sim/sparse/cloth_pattern.h"

namespace limber {

Pattern cloth_pattern(int columns, int rows) {
  std::vector<std::pair<int, int>> entries;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          for (const int steps : {1, 2}) {
            const int to_x = x + steps * dx, to_y = y + steps * dy;
            if (to_x < 0 || to_x >= columns || to_y < 0 || to_y >= rows) continue;
            entries.emplace_back(y * columns + x, to_y * columns + to_x);
          }
        }
      }
    }
  }
  return pattern_of(columns * rows, std::move(entries));
}

}  // namespace limber
