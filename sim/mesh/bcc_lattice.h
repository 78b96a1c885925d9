#pragma once

#include <cstddef>
#include <glm/glm.hpp>

namespace limber {

/// A body-centred cubic lattice: the corners and the centres of cubic cells. Coordinates are in
/// half cells, even for corners and odd for centres. Each point has 14 neighbours: 6 along long
/// edges (one cell), 8 along short ones (half a diagonal of a cell).
class BccLattice {
 public:
  static constexpr int neighbors = 14;
  static constexpr int long_neighbors = 6;  ///< the first ones

  /// low_m: the corner with coordinates (0, 0, 0); corners: their number along each axis.
  BccLattice(glm::vec3 low_m, float cell_m, glm::ivec3 corners)
      : low_m_(low_m), cell_m_(cell_m), corners_(corners) {}

  /// Number of points: corners first, then as many centres, the last of which along each axis lie
  /// outside.
  int points() const { return 2 * corners_.x * corners_.y * corners_.z; }
  glm::ivec3 corners() const { return corners_; }
  float cell_m() const { return cell_m_; }

  int index(const glm::ivec3& c) const {
    return (c.x >> 1) +
           corners_.x * ((c.y >> 1) + corners_.y * ((c.z >> 1) + corners_.z * (c.x & 1)));
  }
  glm::ivec3 coordinates(int point) const {
    const int x = point % corners_.x, rest = point / corners_.x;
    const int y = rest % corners_.y, layer = rest / corners_.y;
    const int odd = layer / corners_.z;
    return 2 * glm::ivec3(x, y, layer % corners_.z) + odd;
  }
  glm::vec3 position_m(int point) const {
    return low_m_ + 0.5f * cell_m_ * glm::vec3(coordinates(point));
  }

  /// In half cells. The opposite of direction k is k ^ 1.
  static glm::ivec3 direction(int k) {
    const int sign = k & 1 ? -1 : 1;
    if (k < long_neighbors) {
      glm::ivec3 along(0);
      along[k / 2] = 2 * sign;
      return along;
    }
    const int turned = (k - long_neighbors) / 2;
    return sign * glm::ivec3(1, turned & 1 ? -1 : 1, turned & 2 ? -1 : 1);
  }

  /// The direction with the offset `step`, in half cells.
  static int direction_of(const glm::ivec3& step) {
    for (int k = 0; k < long_neighbors; k += 2)
      if (const int along = step[k / 2]; along == 2 || along == -2) return k + (along < 0);
    const int sign = step.x;
    return long_neighbors + 2 * ((step.y != sign) + 2 * (step.z != sign)) + (sign < 0);
  }

 private:
  glm::vec3 low_m_;
  float cell_m_;
  glm::ivec3 corners_;
};

}  // namespace limber
