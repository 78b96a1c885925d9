#include "scenes/path_rows.h"

#include <fmt/format.h>

namespace limber {

void check_path(const TableReader& reader, const std::vector<PathRow>& path) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double time_s = path[i][0];
    if (i == 0 ? time_s != 0.0 : !(time_s > path[i - 1][0]))
      reader.fail("path",
                  fmt::format("must begin at 0 s with ascending times, but list {} is at {} s",
                              i + 1, time_s));
  }
  if (path.size() == 1) reader.fail("path", "needs at least two places");
}

std::vector<PathKey> keys_of(const std::vector<PathRow>& path) {
  std::vector<PathKey> keys;
  for (const auto& [time_s, x, y, z] : path)
    keys.push_back({static_cast<float>(time_s), glm::vec3(x, y, z)});
  return keys;
}

}  // namespace limber
