#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/film/bar_text.h"
#include "app/panel/convergence_plot.h"
#include "app/panel/curve_look.h"
#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

constexpr float height = 44.0f;  // of a plot
constexpr float times_height = 80.0f;

std::string as_length(float m) {
  if (m == 0.0f) return "none, bit for bit";
  if (!std::isfinite(m)) return "not finite";
  if (m < 1e-4f) return fmt::format("{:.3g} um", 1e6f * m);
  if (m < 0.1f) return fmt::format("{:.3g} mm", 1e3f * m);
  return fmt::format("{:.3g} m", m);
}

void draw_difference(const PanelContext& panel) {
  const auto& history = panel.comparison.difference().history();
  if (history.empty()) {
    small_text("The difference is measured after the next frame that runs in step.", panel.fonts);
    return;
  }
  value_row("Largest difference", as_length(history.back().largest_m), colors::text);
  float max_m = 0.0f;
  std::vector<float> values;
  for (const Difference::Measured& measured : history) {
    max_m = std::max(max_m, measured.largest_m);
    if (std::isfinite(measured.largest_m)) values.push_back(measured.largest_m);
  }
  sparkline(values, {ImGui::GetContentRegionAvail().x, panel.scaled(height)});
  small_text(fmt::format("From {:.1f} to {:.1f} s; at most {}", history.front().time_s,
                         history.back().time_s, as_length(max_m)),
             panel.fonts);
}

/// Step times on a logarithmic axis: solvers differ by large factors.
void draw_times(const PanelContext& panel) {
  const auto& history = panel.comparison.lane_times().history();
  std::vector<std::string> names;
  for (const Readings* readings : panel.comparison.readings()) names.push_back(run_name(*readings));
  double min_ms = std::numeric_limits<double>::infinity(), max_ms = 0.0;
  for (const LaneTimes::Measured& measured : history)
    for (const double ms : measured.step_ms)
      if (ms > 0.0) min_ms = std::min(min_ms, ms), max_ms = std::max(max_ms, ms);
  if (history.size() < 2 || max_ms == 0.0 || history.back().step_ms.size() != names.size()) return;
  const DecadeAxis axis(min_ms, max_ms);
  const double first_s = history.front().at_s, span_s = history.back().at_s - first_s;
  const ImVec2 size{ImGui::GetContentRegionAvail().x, panel.scaled(times_height)};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  for (std::size_t lane = 0; lane < names.size(); ++lane) {
    std::vector<ImVec2> points;
    for (const LaneTimes::Measured& measured : history)
      if (const double ms = measured.step_ms[lane]; ms > 0.0)
        points.emplace_back(
            corner.x + size.x * static_cast<float>((measured.at_s - first_s) / span_s),
            corner.y + size.y * static_cast<float>(1.0 - axis.share_of(ms)));
    draw_curve(points, look_of(names[lane], names), panel.scaled(1.5f));
  }
  for (std::size_t lane = 0; lane < names.size(); ++lane)
    value_row(names[lane].c_str(), fmt::format("{:.3g} ms per step", history.back().step_ms[lane]),
              look_of(names[lane], names).color);
  small_text(
      fmt::format("The last {:.0f} s, from {:.3g} to {:.3g} ms", span_s, axis.low, axis.high),
      panel.fonts);
}

}  // namespace

void draw_comparison(const PanelContext& panel) {
  if (!section("Side by side", panel.fonts)) return;
  if (panel.comparison.opening()) small_text("Building the other run ...", panel.fonts);
  if (!panel.comparison.active()) return;
  bool in_step = panel.comparison.in_step();
  if (ImGui::Checkbox("In step", &in_step))
    panel.later([&comparison = panel.comparison, in_step] { comparison.set_in_step(in_step); });
  tooltip(
      "All simulate a frame before any begins the next one, so that their states can be compared. "
      "Otherwise each runs as fast as it can.",
      panel.fonts);
  if (in_step) draw_difference(panel);
  draw_times(panel);
}

}  // namespace limber
