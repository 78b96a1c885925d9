#include "app/bench/plant_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/rotation.h"

namespace limber {

namespace {

constexpr int min_vertices = 4, max_modes = 32;  // given in the paper

/// A hash in [0, 1), the same on every machine.
double share_at(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t x = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du;
  x = (x ^ x >> 15) * 0x2C1B3C6Du;
  x = (x ^ x >> 12) * 0x297A2D39u;
  return (x ^ x >> 15) / 4294967296.0;
}

float value_at(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return static_cast<float>(2.0 * share_at(a, b, c) - 1.0);
}

/// Integers within bounds, roughly proportional to the weights, with exactly this sum.
std::vector<int> spread(int sum, const std::vector<double>& weights, int least, int max_count) {
  double all = 0.0;
  for (const double weight : weights) all += weight;
  std::vector<int> result;
  int left = sum;
  for (const double weight : weights) {
    result.push_back(std::clamp(static_cast<int>(sum * weight / all), least, max_count));
    left -= result.back();
  }
  for (std::size_t i = 0; left != 0; i = (i + 1) % result.size()) {
    const int changed = result[i] + (left > 0 ? 1 : -1);
    if (changed < least || changed > max_count) continue;
    left -= changed - result[i];
    result[i] = changed;
  }
  return result;
}

}  // namespace

const std::vector<PaperPlant>& paper_plants() {
  static const std::vector<PaperPlant> plants{
      {"plants/conifer", 43, 7543, 360, 0.16, 0.46, 0.26, 0.11, 0.36, {0.18, 0.16, 0.18, 0.20}, 1},
      {"plants/peach",
       237,
       273003,
       2950,
       0.61,
       2.52,
       0.53,
       0.70,
       0.85,
       {0.38, 0.61, 0.62, 0.73},
       2},
      {"plants/broadleaf",
       419,
       288542,
       3613,
       0.29,
       4.41,
       0.75,
       0.76,
       1.68,
       {0.29, 0.29, 0.72, 0.32},
       2},
      {"plants/hemlock",
       2866,
       190466,
       16793,
       0.47,
       21.24,
       1.02,
       3.13,
       5.47,
       {0.47, 0.47, 0.60, 0.52},
       2},
      {"plants/sketch",
       2875,
       44404,
       21178,
       0.29,
       22.90,
       0.33,
       3.75,
       2.62,
       {0.29, 0.29, 0.30, 0.30},
       2},
  };
  return plants;
}

std::vector<PartSize> spread_parts(const PaperPlant& plant) {
  // Few parts are large and most are small; the numbers of modes differ by a factor of three.
  std::vector<double> sizes, modes;
  for (int i = 0; i < plant.parts; ++i) {
    sizes.push_back(std::exp(2.0 * share_at(1, i, 0)));
    modes.push_back(0.5 + share_at(2, i, 0));
  }
  const std::vector<int> vertices = spread(plant.vertices, sizes, min_vertices, plant.vertices);
  const std::vector<int> modes_of_part = spread(plant.modes, modes, 1, max_modes);
  std::vector<PartSize> result;
  for (int i = 0; i < plant.parts; ++i) result.push_back({vertices[i], modes_of_part[i]});
  return result;
}

std::vector<PartSize> part_sizes(const Plant& plant) {
  std::vector<PartSize> result;
  for (const PlantPart& part : plant.parts) {
    const PartShape& shape = plant.shapes[part.shape];
    if (shape.modes > 0)
      result.push_back({static_cast<int>(shape.drawn.positions_m.size()), shape.modes});
  }
  return result;
}

RandomParts::RandomParts(const std::vector<PartSize>& sizes) {
  for (const PartSize& size : sizes) {
    const std::uint32_t p = static_cast<std::uint32_t>(parts.size());
    DeformedShape shape{.modes = size.modes};
    shape.rest_m.reserve(size.vertices);
    for (int v = 0; v < size.vertices; ++v)
      shape.rest_m.emplace_back(value_at(p, v, 10), value_at(p, v, 11), value_at(p, v, 12));
    shape.mode_entry = [p](int row, int mode) { return value_at(p, row, 100 + mode); };
    shapes.push_back(std::move(shape));
    parts.push_back({static_cast<int>(p), static_cast<int>(p)});
    const std::size_t first = coordinates.size();
    coordinates.resize(first + coordinate_places(size.modes), 0.0f);
    for (int j = 0; j < size.modes; ++j) coordinates[first + j] = value_at(p, j, 20);
    const glm::vec4 q(value_at(p, 0, 30), value_at(p, 1, 30), value_at(p, 2, 30), 1.1f);
    poses.push_back(
        {{value_at(p, 3, 30), value_at(p, 4, 30), value_at(p, 5, 30)}, 0.0f, unit_quaternion(q)});
  }
}

}  // namespace limber
