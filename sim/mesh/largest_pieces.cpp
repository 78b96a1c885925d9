#include "sim/mesh/largest_pieces.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "sim/mesh/joined.h"

namespace limber {

TetraMesh largest_pieces(TetraMesh mesh, std::size_t max_count) {
  Joined joined(mesh.positions_m.size());
  for (const glm::ivec4& t : mesh.tetrahedra)
    for (int k = 1; k < 4; ++k) joined.join(t[0], t[k]);
  std::map<unsigned, double> volumes_m3;  // by the lowest vertex of each piece
  const auto& x = mesh.positions_m;
  for (const glm::ivec4& t : mesh.tetrahedra)
    volumes_m3[joined.root(t[0])] += signed_volume_m3(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
  if (volumes_m3.size() <= max_count) return mesh;
  std::vector<std::pair<double, unsigned>> sizes;
  for (const auto& [piece, volume_m3] : volumes_m3) sizes.emplace_back(volume_m3, piece);
  std::ranges::sort(sizes, std::greater());
  for (std::size_t i = max_count; i < sizes.size(); ++i) volumes_m3.erase(sizes[i].second);

  TetraMesh kept;
  std::vector<int> renamed(x.size(), -1);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (volumes_m3.contains(joined.root(static_cast<unsigned>(i)))) {
      renamed[i] = static_cast<int>(kept.positions_m.size());
      kept.positions_m.push_back(x[i]);
    }
  for (const glm::ivec4& t : mesh.tetrahedra)
    if (renamed[t[0]] >= 0)
      kept.tetrahedra.emplace_back(renamed[t[0]], renamed[t[1]], renamed[t[2]], renamed[t[3]]);
  return kept;
}

}  // namespace limber
