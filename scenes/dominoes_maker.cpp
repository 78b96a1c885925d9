// Rows of dominoes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/joints_maker.h"
#include "scenes/place_curve.h"
#include "sim/parameter.h"

namespace limber {

namespace {

constexpr Material pillar_look{{0.52f, 0.50f, 0.46f}, {0.52f, 0.50f, 0.46f}, 0.85f};

/// A share of the way through colours. To a sixteenth of the way from one to the next, so that
/// bodies share what they look like.
glm::vec3 color_at(const std::vector<glm::vec3>& colors, double share) {
  constexpr double steps = 16.0;
  const double last = static_cast<double>(colors.size() - 1);
  const double at = std::floor(share * last * steps) / steps;
  const std::size_t i = std::min(static_cast<std::size_t>(at), colors.size() - 1);
  const std::size_t next = std::min(i + 1, colors.size() - 1);
  return glm::mix(colors[i], colors[next], static_cast<float>(at - static_cast<double>(i)));
}

}  // namespace

void JointsMaker::add(const DominoesTable& table, const TableReader& reader) {
  std::vector<glm::dvec3> places_m;
  double lowest_m = max_distance_m;
  for (const auto& [x, y, z] : table.places_m) {
    places_m.emplace_back(x, y, z);
    lowest_m = std::min(lowest_m, y);
  }
  std::vector<glm::dvec3> feet_m = points_along(places_m, as_written(table.spacing_m));
  // A smooth curve swings below places that are level before it climbs.
  for (glm::dvec3& foot_m : feet_m) foot_m.y = std::max(foot_m.y, lowest_m);
  const glm::dvec3 up(0.0, 1.0, 0.0);
  const double half_m = 0.5 * as_written(table.size_m.y);
  const double thick_m = as_written(table.size_m.x);
  // Wider than what stands on them, and with air between them also where a row bends.
  const double pillar_m = std::max(thick_m, 0.8 * as_written(table.spacing_m));
  const int last = static_cast<int>(feet_m.size()) - 1;
  for (int i = 0; i <= last; ++i) {
    glm::dvec3 along = feet_m[std::min(i + 1, last)] - feet_m[std::max(i - 1, 0)];
    along.y = 0.0;
    if (glm::length(along) < 1e-3 * thick_m)
      reader.fail("places_m", fmt::format("go straight up at domino {}, so its direction is "
                                          "undefined",
                                          i + 1));
    along = glm::normalize(along);
    const glm::dvec4 turn = turn_to(along);
    const glm::vec3 color = color_at(table.colors, last > 0 ? static_cast<double>(i) / last : 0.0);
    const int body = add_box(feet_m[i] + up * half_m, turn, table.size_m,
                             as_written(table.density_kg_m3), {color, color, table.roughness});
    if (i == 0 && table.push_rad_s > 0.0f) {
      // About the edge of its foot that is in front.
      const glm::dvec3 spin = glm::cross(up, along) * as_written(table.push_rad_s);
      model_.bodies[body].spin_rad_s = spin;
      model_.bodies[body].velocity_m_s = glm::cross(spin, up * half_m - along * (0.5 * thick_m));
    }
    if (!table.name.empty()) call(body, fmt::format("{} {}", table.name, i + 1), reader);
    const double high_m = feet_m[i].y - lowest_m;
    if (!table.pillars || high_m < 0.1 * thick_m) continue;
    const int pillar =
        add_box(feet_m[i] - up * (0.5 * high_m), turn,
                {static_cast<float>(pillar_m), static_cast<float>(high_m), 1.2f * table.size_m.z},
                as_written(table.density_kg_m3), pillar_look);
    model_.bodies[pillar].held = true;
  }
}

}  // namespace limber
