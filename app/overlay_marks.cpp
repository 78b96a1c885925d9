#include "app/overlay_marks.h"

namespace limber {

namespace {
constexpr glm::vec3 held_color{1.0f, 0.80f, 0.30f};
constexpr glm::vec3 pinned_color{0.40f, 0.85f, 1.0f};
}  // namespace

Overlay pin_marks(const std::vector<int>& pinned_vertices) {
  Overlay overlay;
  for (const int vertex : pinned_vertices)
    overlay.points.push_back({.at = {.vertex = vertex}, .color = pinned_color});
  return overlay;
}

void add_pull_marks(Overlay& overlay, int held_vertex, glm::vec3 target_m) {
  const Anchor held{.vertex = held_vertex};
  const Anchor target{.position_m = target_m};
  overlay.lines.push_back({.from = held, .to = target, .color = held_color, .width_px = 2.5f});
  overlay.points.push_back({.at = held, .color = held_color, .diameter_px = 12.0f});
  overlay.points.push_back({.at = target, .color = held_color, .diameter_px = 7.0f});
}

}  // namespace limber
