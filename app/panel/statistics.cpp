#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panel/curve_look.h"
#include "app/panel/parameter_label.h"
#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

constexpr std::size_t plotted_residuals = 200;  // ten seconds at 20 per second
constexpr float max_decades = 6.0f;             // plot range; smaller values count as 0

}  // namespace

/// Takes over measurements made since the last frame.
void Statistics::follow(const PanelContext& panel) {
  panel.wish.residuals = true;
  const Readings& now = panel.player.readings();
  if (scene_count_ != panel.player.scene_count() || now.steps_done < steps_done_) curves_.clear();
  scene_count_ = panel.player.scene_count();
  steps_done_ = now.steps_done;  // fewer than before: the scene was reset
  if (std::exchange(measured_, now.residuals_measured) == now.residuals_measured) return;
  for (const auto& [type, residual] : now.residuals) {
    std::deque<float>& residuals = curves_[type].residuals;
    residuals.push_back(static_cast<float>(residual));
    if (residuals.size() > plotted_residuals) residuals.pop_front();
  }
}

/// The constraint types, then the other residuals: penetration, joint errors and so on, named as in
/// --stats.
std::vector<std::string> Statistics::types(const SystemCounts& counts) const {
  std::vector<std::string> types = types_of(counts.constraints);
  for (const auto& [type, curve] : curves_)
    if (std::ranges::find(types, type) == types.end()) types.push_back(type);
  return types;
}

void Statistics::draw_constraints(const PanelContext& panel) const {
  const SystemCounts& counts = panel.player.readings().counts;
  if (counts.constraints.empty()) return;
  ImGui::PushFont(panel.fonts.small);
  if (ImGui::BeginTable("constraints", 4, ImGuiTableFlags_SizingStretchProp)) {
    for (const char* name : {"Constraints", "Count", "Colours", "RMS error"})
      ImGui::TableSetupColumn(name);
    ImGui::TableNextRow();
    for (int column = 0; column < 4; ++column) {
      ImGui::TableSetColumnIndex(column);
      ImGui::TextDisabled("%s", ImGui::TableGetColumnName(column));
    }
    const std::vector<std::string> all = types_of(counts.constraints);
    for (const ConstraintCount& constraint : counts.constraints) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextColored(look_of(constraint.type, all).color, "%s", constraint.type.c_str());
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(with_commas(constraint.count).c_str());
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(constraint.colors > 0 ? std::to_string(constraint.colors).c_str()
                                                   : "-");
      ImGui::TableNextColumn();
      const auto curve = curves_.find(constraint.type);
      if (curve != curves_.end() && !curve->second.residuals.empty())
        ImGui::Text("%.2e", curve->second.residuals.back());
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
}

/// The newest residuals other than constraints.
void Statistics::draw_other_residuals(const PanelContext& panel) const {
  const SystemCounts& counts = panel.player.readings().counts;
  const std::vector<std::string> all = types(counts);
  for (std::size_t i = counts.constraints.size(); i < all.size(); ++i)
    value_row(label_of(all[i]).name.c_str(),
              fmt::format("{:.3g}", curves_.at(all[i]).residuals.back()),
              look_of(all[i], all).color);
}

/// Plots the recent residuals of every type on a logarithmic axis.
void Statistics::draw_curves(const PanelContext& panel) const {
  float low = 1e30f, high = 0.0f;
  for (const auto& [type, curve] : curves_)
    for (const float residual : curve.residuals)
      if (residual > 0.0f) {
        low = std::min(low, residual);
        high = std::max(high, residual);
      }
  if (high <= 0.0f) return;
  const float top = std::ceil(std::log10(high) + 1e-3f);
  const float bottom = std::max(std::floor(std::log10(low)), top - max_decades);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, panel.scaled(84.0f)};
  const auto y_of = [&](float decade) {
    return corner.y + size.y * (1.0f - (decade - bottom) / (top - bottom));
  };
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                     ImGui::GetColorU32(colors::card), panel.scaled(4.0f));
  ImGui::PushFont(panel.fonts.small);
  for (float decade = bottom; decade <= top; ++decade) {
    const bool edge = decade == bottom || decade == top;
    if (!edge)
      draw.AddLine({corner.x, y_of(decade)}, {corner.x + size.x, y_of(decade)},
                   ImGui::GetColorU32(ImGuiCol_Separator));
    const float text_y = decade == top ? y_of(decade) : y_of(decade) - ImGui::GetTextLineHeight();
    if (edge)
      draw.AddText({corner.x + panel.scaled(4.0f), text_y}, ImGui::GetColorU32(colors::quiet),
                   fmt::format("{:.0e}", std::pow(10.0f, decade)).c_str());
  }
  ImGui::PopFont();
  const SystemCounts& counts = panel.player.readings().counts;
  const std::vector<std::string> all = types(counts);
  for (const auto& [type, curve] : curves_) {
    std::vector<ImVec2> points;
    const std::deque<float>& residuals = curve.residuals;
    const auto draw_piece = [&] {
      draw_curve(points, look_of(type, all), panel.scaled(1.5f));
      points.clear();
    };
    for (std::size_t i = 0; i < residuals.size(); ++i) {
      const float age =
          static_cast<float>(residuals.size() - 1 - i) / static_cast<float>(plotted_residuals);
      if (residuals[i] >= std::pow(10.0f, bottom))
        points.emplace_back(corner.x + size.x * (1.0f - age), y_of(std::log10(residuals[i])));
      else
        draw_piece();
    }
    draw_piece();
  }
  ImGui::Dummy(size);
  tooltip(counts.residual_help +
              ". The last two hundred measurements, at most twenty per second, on a logarithmic "
              "scale.",
          panel.fonts);
}

void Statistics::draw(const PanelContext& panel) {
  if (!section("Statistics", panel.fonts)) return;
  follow(panel);
  const SystemCounts& counts = panel.player.readings().counts;
  if (!counts.particles_label.empty())
    value_row(counts.particles_label.c_str(), with_commas(counts.particles));
  value_row("Vertices drawn", with_commas(counts.vertices));
  for (const NamedCount& count : counts.others)
    value_row(count.label.c_str(), with_commas(count.value));
  const std::optional<double> step_ms = panel.player.readings().ms_now();
  value_row("Step", step_ms ? three_digits(*step_ms) + " ms" : "-");
  if (const int parts = panel.player.readings().step_cut.parts; parts > 0)
    value_row("Substeps", fmt::format("{} of {} ms", parts,
                                      three_digits(1e3 * panel.player.readings().dt_s / parts)));
  const std::vector<IterationCount> iterations = panel.player.readings().iterations;
  for (const IterationCount& of : iterations)
    value_row(iterations.size() > 1 ? ("Iterations, " + of.method).c_str() : "Iterations",
              with_commas(of.count));
  value_row("Picture", fmt::format("{} ms, {} per second", three_digits(panel.rate.frame_ms()),
                                   three_digits(panel.rate.fps())));
  ImGui::Spacing();
  draw_constraints(panel);
  draw_other_residuals(panel);
  draw_curves(panel);
}

}  // namespace limber
