#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

constexpr float height = 44.0f;  // of a plot

std::string as_length(float m) {
  if (m == 0.0f) return "none, to the bit";
  if (!std::isfinite(m)) return "not finite";
  if (m < 1e-4f) return fmt::format("{:.3g} um", 1e6f * m);
  if (m < 0.1f) return fmt::format("{:.3g} mm", 1e3f * m);
  return fmt::format("{:.3g} m", m);
}

void draw_difference(const Desk& desk) {
  const auto& history = desk.comparison.difference().history();
  if (history.empty()) {
    small_text("Their difference is measured once they have gone on in step.", desk.fonts);
    return;
  }
  value_row("Largest difference", as_length(history.back().largest_m), colors::text);
  float max_m = 0.0f;
  std::vector<float> values;
  for (const Difference::Measured& measured : history) {
    max_m = std::max(max_m, measured.largest_m);
    if (std::isfinite(measured.largest_m)) values.push_back(measured.largest_m);
  }
  sparkline(values, {ImGui::GetContentRegionAvail().x, desk.scaled(height)});
  small_text(fmt::format("From {:.1f} to {:.1f} s; at most {}", history.front().time_s,
                         history.back().time_s, as_length(max_m)),
             desk.fonts);
}

}  // namespace

void draw_comparison(const Desk& desk) {
  if (!section("Side by side", desk.fonts)) return;
  if (desk.comparison.opening()) small_text("Another one is being built ...", desk.fonts);
  if (!desk.comparison.active()) return;
  bool in_step = desk.comparison.in_step();
  if (ImGui::Checkbox("In step", &in_step))
    desk.later([&comparison = desk.comparison, in_step] { comparison.set_in_step(in_step); });
  tooltip(
      "All simulate a frame before any begins the next one, so that they can be compared. Else "
      "each "
      "goes as fast as it can.",
      desk.fonts);
  if (in_step) draw_difference(desk);
}

}  // namespace limber
