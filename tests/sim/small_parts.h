#pragma once

#include "sim/mesh/box_mesh.h"
#include "sim/plants/plant.h"
#include "sim/plants/reduce.h"

namespace limber {

constexpr float beam_length_m = 1.0f, beam_width_m = 0.06f, beam_depth_m = 0.04f;

/// A beam along y with a rectangular cross-section (width along x, depth along z), clamped at y =
/// 0.
inline PartShape small_beam(glm::ivec3 cells, int modes) {
  const TetraMesh mesh = box_mesh({-beam_width_m / 2, 0.0f, -beam_depth_m / 2},
                                  {beam_width_m / 2, beam_length_m, beam_depth_m / 2}, cells);
  PartShape shape;
  shape.nodes_m = mesh.positions_m;
  for (const glm::ivec4& t : mesh.tetrahedra) shape.tetrahedra.emplace_back(t);
  for (std::size_t i = 0; i < shape.nodes_m.size(); ++i)
    if (shape.nodes_m[i].y == 0.0f) shape.clamped.push_back(static_cast<int>(i));
  shape.drawn.positions_m = shape.nodes_m;
  shape.material = {.density_kg_m3 = 700.0f, .young_modulus_Pa = 1e8f, .poisson_ratio = 0.3f};
  shape.modes = modes;
  return shape;
}

/// A strip in the plane of x and y, clamped at y = 0, that bends along z.
inline PartShape small_strip(int across, int along, int modes) {
  PartShape shape;
  shape.thickness_m = 0.001f;
  for (int j = 0; j <= along; ++j)
    for (int i = 0; i <= across; ++i)
      shape.nodes_m.emplace_back(
          beam_width_m * (static_cast<float>(i) / static_cast<float>(across) - 0.5f),
          beam_length_m * static_cast<float>(j) / static_cast<float>(along), 0.0f);
  const auto at = [&](int i, int j) { return static_cast<unsigned>(i + (across + 1) * j); };
  for (int j = 0; j < along; ++j)
    for (int i = 0; i < across; ++i) {
      shape.triangles.emplace_back(at(i, j), at(i + 1, j), at(i + 1, j + 1));
      shape.triangles.emplace_back(at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  for (int i = 0; i <= across; ++i) shape.clamped.push_back(i);
  shape.drawn.positions_m = shape.nodes_m;
  shape.material = {.density_kg_m3 = 600.0f, .young_modulus_Pa = 1e9f, .poisson_ratio = 0.3f};
  shape.modes = modes;
  return shape;
}

inline ReducedShape reduced(const PartShape& shape, const ReduceOptions& options = {}) {
  Progress progress;
  return reduce(shape, options, progress);
}

}  // namespace limber
