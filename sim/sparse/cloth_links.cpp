#include "sim/sparse/cloth_links.h"

namespace limber {

std::vector<ClothLink> cloth_links(int columns, int rows) {
  constexpr int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
  std::vector<ClothLink> links;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      for (const auto& [dx, dy] : directions) {
        for (const int cells : {1, 2}) {
          const int to_x = x + cells * dx, to_y = y + cells * dy;
          if (to_x < 0 || to_x >= columns || to_y >= rows) continue;
          links.push_back({y * columns + x, to_y * columns + to_x, cells, dx != 0 && dy != 0});
        }
      }
    }
  }
  return links;
}

Pattern cloth_pattern(int columns, int rows) {
  std::vector<std::pair<int, int>> entries;
  for (const ClothLink& link : cloth_links(columns, rows))
    entries.insert(entries.end(), {{link.from, link.to}, {link.to, link.from}});
  return pattern_of(columns * rows, std::move(entries));
}

}  // namespace limber
