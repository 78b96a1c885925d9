// Walls of bricks in running bond.

#include <cmath>
#include <numbers>
#include <random>

#include "scenes/joints_maker.h"
#include "scenes/random_turn.h"
#include "sim/parameter.h"

namespace limber {

void JointsMaker::add(const WallTable& table, const TableReader&) {
  const glm::dvec3 size_m(table.size_m);
  const double gap_m = as_written(table.gap_m), pitch_m = size_m.x + gap_m;
  const glm::dvec3 up(0.0, 1.0, 0.0);
  std::mt19937 random(1);
  const auto lay = [&](const glm::dvec3& center_m, double turn_rad, float length_m) {
    const float share = random_share(random);
    const glm::vec3& color =
        table.colors[static_cast<std::size_t>(share * static_cast<float>(table.colors.size()))];
    add_box(center_m, turn_around(up, turn_rad), {length_m, table.size_m.y, table.size_m.z},
            as_written(table.density_kg_m3), {color, color, table.roughness});
  };
  const double turn_rad = glm::radians(as_written(table.turn_deg));
  const glm::dvec3 along(std::cos(turn_rad), 0.0, -std::sin(turn_rad));
  // Of a ring, bricks are a gap apart where they are nearest: at the corners inside.
  const double step_rad = 2.0 * std::numbers::pi / table.bricks;
  const double radius_m = 0.5 * size_m.z + 0.5 * pitch_m / std::tan(0.5 * step_rad);
  const float half_length_m = 0.5f * (table.size_m.x - table.gap_m);
  for (int copy = 0; copy < table.count; ++copy) {
    const glm::dvec3 foot_m =
        glm::dvec3(table.center_m) + glm::dvec3(table.step_m) * static_cast<double>(copy);
    for (int course = 0; course < table.courses; ++course) {
      const glm::dvec3 middle_m = foot_m + up * (size_m.y * (course + 0.5));
      const bool odd = course % 2 == 1;
      for (int i = 0; table.ring && i < table.bricks; ++i) {
        const double angle = turn_rad + step_rad * (i + (odd ? 0.5 : 0.0));
        lay(middle_m + glm::dvec3(std::sin(angle), 0.0, std::cos(angle)) * radius_m, angle,
            table.size_m.x);
      }
      if (table.ring) continue;
      const int whole = table.bricks - (odd ? 1 : 0);
      for (int i = 0; i < whole; ++i)
        lay(middle_m + along * (pitch_m * (i - 0.5 * (whole - 1))), turn_rad, table.size_m.x);
      const double end_m = 0.5 * (pitch_m * table.bricks - gap_m) - 0.5 * half_length_m;
      for (const double side : {-1.0, 1.0})
        if (odd && half_length_m > 1e-3f)
          lay(middle_m + along * (side * end_m), turn_rad, half_length_m);
    }
  }
}

}  // namespace limber
