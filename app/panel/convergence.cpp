#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panel/convergence_plot.h"
#include "app/panel/curve_look.h"
#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

/// The plot area, in Dear ImGui's units.
struct Frame {
  ImVec2 low, high;  ///< corners
  double last_x;
  DecadeAxis y_axis;

  ImVec2 at(double x, double y) const {
    return {low.x + static_cast<float>(x / last_x) * (high.x - low.x),
            high.y - static_cast<float>(y_axis.share_of(y)) * (high.y - low.y)};
  }
};

void draw_grid(const PanelContext& panel, const Frame& frame, bool whole_x) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 text_color = ImGui::GetColorU32(colors::quiet);
  const ImU32 line_color = ImGui::GetColorU32(ImGuiCol_Separator);
  const float gap = panel.scaled(4.0f), text_height = ImGui::GetTextLineHeight();
  draw.AddRectFilled(frame.low, frame.high, ImGui::GetColorU32(colors::card), panel.scaled(3.0f));
  for (const double tick : frame.y_axis.ticks) {
    const float y = frame.at(0.0, tick).y;
    const std::string text = fmt::format("{:g}", tick);
    draw.AddLine({frame.low.x, y}, {frame.high.x, y}, line_color);
    draw.AddText({frame.low.x - gap - ImGui::CalcTextSize(text.c_str()).x, y - 0.5f * text_height},
                 text_color, text.c_str());
  }
  for (const double tick : even_ticks(frame.last_x, 5)) {
    if (whole_x && tick != std::floor(tick)) continue;
    const float x = frame.at(tick, frame.y_axis.low).x;
    const std::string text = fmt::format("{:g}", tick);
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    draw.AddLine({x, frame.low.y}, {x, frame.high.y}, line_color);
    draw.AddText({std::min(x - 0.5f * width, frame.high.x - width), frame.high.y + 0.5f * gap},
                 text_color, text.c_str());
  }
}

/// Shows the values under the mouse: a dot at the nearest point of each line.
void draw_reading(const PanelContext& panel, const std::vector<PlotLine>& lines, const Frame& frame,
                  bool over_time) {
  const std::vector<std::string> all = types_of(panel.player.readings().counts.constraints);
  const double share = (ImGui::GetMousePos().x - frame.low.x) / (frame.high.x - frame.low.x);
  const double x = frame.last_x * std::clamp(share, 0.0, 1.0);
  // Next to the panel, so that it hides no curve.
  ImGui::SetNextWindowPos({ImGui::GetWindowPos().x - panel.scaled(8.0f), frame.low.y},
                          ImGuiCond_Always, {1.0f, 0.0f});
  ImGui::BeginTooltip();
  if (over_time) ImGui::TextDisabled("%s ms", three_digits(x).c_str());
  if (ImGui::BeginTable("values", 3, ImGuiTableFlags_SizingFixedFit)) {
    for (const PlotLine& line : lines) {
      const PlotPoint& point = nearest_point(line, x);
      const CurveLook look = look_of(line.label, all);
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextColored(look.color, "%s", line.label.c_str());
      ImGui::TableNextColumn();
      ImGui::TextUnformatted((three_digits(point.y) + " " + line.unit).c_str());
      ImGui::TableNextColumn();
      ImGui::TextDisabled("%d iteration%s", point.iteration, point.iteration == 1 ? "" : "s");
    }
    ImGui::EndTable();
  }
  ImGui::EndTooltip();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (const PlotLine& line : lines) {
    const PlotPoint& point = nearest_point(line, x);
    draw.AddCircleFilled(frame.at(point.x, point.y), panel.scaled(3.0f),
                         ImGui::GetColorU32(look_of(line.label, all).color));
  }
}

void draw_plot(const PanelContext& panel, const std::vector<PlotLine>& lines, bool over_time) {
  double lowest = lines.front().points.front().y, highest = lowest, last_x = 0.0;
  for (const PlotLine& line : lines)
    for (const PlotPoint& point : line.points) {
      lowest = std::min(lowest, point.y);
      highest = std::max(highest, point.y);
      last_x = std::max(last_x, point.x);
    }
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, panel.scaled(150.0f)};
  const float text_height = ImGui::GetTextLineHeight();
  const Frame frame{{corner.x + panel.scaled(42.0f), corner.y + 0.5f * text_height},
                    {corner.x + size.x, corner.y + size.y - 1.2f * text_height},
                    std::max(last_x, 1e-9),
                    {lowest, highest}};
  draw_grid(panel, frame, !over_time);
  const std::vector<std::string> all = types_of(panel.player.readings().counts.constraints);
  for (const PlotLine& line : lines) {
    std::vector<ImVec2> points;
    for (const PlotPoint& point : line.points) points.push_back(frame.at(point.x, point.y));
    draw_curve(points, look_of(line.label, all), panel.scaled(1.5f));
  }
  ImGui::Dummy(size);
  if (ImGui::IsItemHovered()) draw_reading(panel, lines, frame, over_time);
}

/// Line samples and names, as many per row as fit.
void draw_legend(const PanelContext& panel, const std::vector<PlotLine>& lines) {
  const float sample = panel.scaled(20.0f), gap = panel.scaled(5.0f), between = panel.scaled(12.0f);
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetTextLineHeight();
  const std::vector<std::string> all = types_of(panel.player.readings().counts.constraints);
  for (const PlotLine& line : lines) {
    const float width = sample + gap + ImGui::CalcTextSize(line.label.c_str()).x;
    if (&line != &lines.front()) {
      ImGui::SameLine(0.0f, between);
      if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
    }
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 ends[] = {{corner.x, corner.y + 0.5f * height},
                           {corner.x + sample, corner.y + 0.5f * height}};
    draw_curve(ends, look_of(line.label, all), panel.scaled(1.5f));
    ImGui::Dummy({sample, height});
    ImGui::SameLine(0.0f, gap);
    ImGui::TextUnformatted(line.label.c_str());
  }
}

}  // namespace

void Convergence::draw(const PanelContext& panel) {
  if (!section("Convergence", panel.fonts, false)) return;
  panel.wish.convergence = true;
  const std::vector<ConvergenceCurve>& curves = panel.player.readings().convergence;
  const std::vector<PlotLine> lines = plot_lines(curves, over_time_, relative_);
  ImGui::PushFont(panel.fonts.small);
  if (ImGui::RadioButton("Iterations", !over_time_)) over_time_ = false;
  ImGui::SameLine(ImGui::GetWindowWidth() / 2.0f);
  if (ImGui::RadioButton("Time", over_time_)) over_time_ = true;
  ImGui::Checkbox("Relative to the start", &relative_);
  tooltip(
      "Root mean square of the constraint errors within a step, measured on a copy of the state "
      "without contacts between bodies: relative to that before the first iteration, or absolute.",
      panel.fonts);
  if (!lines.empty()) {
    draw_plot(panel, lines, over_time_);
    draw_legend(panel, lines);
  } else if (curves.empty()) {
    ImGui::TextDisabled("Not measured yet.");
  } else if (plot_lines(curves, false, relative_).empty()) {
    ImGui::TextDisabled("There is no error to reduce.");
  } else {
    ImGui::TextDisabled("No step has been timed yet.");
  }
  ImGui::PopFont();
}

}  // namespace limber
