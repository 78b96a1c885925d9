#include "sim/mesh/box_mesh.h"

#include <utility>

namespace limber {

TetraMesh box_mesh(glm::vec3 low_m, glm::vec3 high_m, glm::ivec3 cells) {
  TetraMesh mesh;
  for (int k = 0; k <= cells.z; ++k)
    for (int j = 0; j <= cells.y; ++j)
      for (int i = 0; i <= cells.x; ++i)
        mesh.positions_m.push_back(glm::mix(low_m, high_m, glm::vec3(i, j, k) / glm::vec3(cells)));
  // Each permutation of the axes is a path from the low to the high corner of a cell; its four
  // corners form a tetrahedron, inverted for odd permutations.
  constexpr int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
  const int stride[3] = {1, cells.x + 1, (cells.x + 1) * (cells.y + 1)};
  for (int k = 0; k < cells.z; ++k) {
    for (int j = 0; j < cells.y; ++j) {
      for (int i = 0; i < cells.x; ++i) {
        const int low = i * stride[0] + j * stride[1] + k * stride[2];
        for (int way = 0; way < 6; ++way) {
          glm::ivec4 t(low);
          for (int step = 0; step < 3; ++step) t[step + 1] = t[step] + stride[orders[way][step]];
          if (way >= 3) std::swap(t.z, t.w);
          mesh.tetrahedra.push_back(t);
        }
      }
    }
  }
  return mesh;
}

}  // namespace limber
