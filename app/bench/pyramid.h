#pragma once

#include <array>
#include <vector>

namespace limber {

/// The pyramid of `bench rigid`: a triangle of boxes, each on two others, the lowest on the ground.
/// Bullet (bullet/main.cpp) and MuJoCo (tests/bench/mujoco_pyramid.py) simulate the same.
struct Pyramid {
  int rows = 100;                                    ///< 5,050 boxes
  std::array<double, 3> size_m = {0.3, 0.15, 0.15};  ///< of a box
  double pitch_m = 0.31;                             ///< from box to box of a row, along x
  double density_kg_m3 = 700.0;
  double friction = 0.6;
  double gravity_m_s2 = 9.81;
  double dt_s = 0.0041667;
  double run_s = 0.5;

  /// Centre of the first box of a row.
  std::array<double, 3> first_m(int row) const {
    return {0.5 * pitch_m * row, size_m[1] * row + 0.5 * size_m[1], 0.0};
  }
  /// Centres of all boxes, from the lowest row up.
  std::vector<std::array<double, 3>> centers_m() const {
    std::vector<std::array<double, 3>> centers;
    for (int row = 0; row < rows; ++row)
      for (int i = 0; i < rows - row; ++i) {
        centers.push_back(first_m(row));
        centers.back()[0] += pitch_m * i;
      }
    return centers;
  }
  double mass_kg() const { return density_kg_m3 * size_m[0] * size_m[1] * size_m[2]; }
};

}  // namespace limber
