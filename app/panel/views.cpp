#include <fmt/format.h>

#include <algorithm>

#include "app/panel/sections.h"
#include "app/panel/widgets.h"
#include "render/palette.h"

namespace limber {

namespace {

ImU32 packed(glm::vec3 srgb) { return ImGui::GetColorU32(ImVec4(srgb.r, srgb.g, srgb.b, 1.0f)); }

int color_count(const PanelContext& panel, const std::string& type) {
  for (const ConstraintCount& constraint : panel.player.readings().counts.constraints)
    if (constraint.type == type) return constraint.colors;
  return 0;
}

/// Swatches of the constraint graph's colours, in the order in which they are solved.
void draw_swatches(const PanelContext& panel, int count) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = panel.scaled(10.0f);
  for (int i = 0; i < count; ++i) {
    const float left = corner.x + width * static_cast<float>(i) / static_cast<float>(count);
    const float right = corner.x + width * static_cast<float>(i + 1) / static_cast<float>(count);
    ImGui::GetWindowDrawList()->AddRectFilled(
        {left, corner.y}, {count <= 40 ? right - panel.scaled(1.0f) : right, corner.y + height},
        packed(constraint_color(i)));
  }
  ImGui::Dummy({width, height});
  small_text(fmt::format("{} colours: constraints of one colour share no particle and are solved "
                         "in parallel",
                         count),
             panel.fonts);
}

void draw_legend(const PanelContext& panel, const ScalarField& field) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = panel.scaled(12.0f);
  draw_field_colors(*ImGui::GetWindowDrawList(), corner, {corner.x + width, corner.y + height});
  ImGui::Dummy({width, height});
  ImGui::PushFont(panel.fonts.small);
  const float start_x = ImGui::GetCursorPosX();
  ImGui::Text("%.3g", field.low);
  const std::string middle = fmt::format("{:.3g} {}", (field.low + field.high) / 2.0f, field.unit);
  ImGui::SameLine(start_x + (width - ImGui::CalcTextSize(middle.c_str()).x) / 2.0f);
  ImGui::TextUnformatted(middle.c_str());
  ImGui::SameLine();
  text_right(fmt::format("{:.3g}", field.high));
  ImGui::PopFont();
}

}  // namespace

void draw_views(const PanelContext& panel) {
  if (!section("View", panel.fonts)) return;
  ViewOptions& view = panel.player.display().view;
  const DrawList& list = panel.player.draw_list();
  if (ImGui::RadioButton("Shaded", view.mode == ViewMode::shaded)) view.mode = ViewMode::shaded;
  ImGui::SameLine(ImGui::GetWindowWidth() / 2.0f);
  if (ImGui::RadioButton("Wireframe", view.mode == ViewMode::wireframe))
    view.mode = ViewMode::wireframe;
  for (int i = 0; i < static_cast<int>(list.constraint_lines.size()); ++i) {
    const std::string& type = list.constraint_lines[i].type;
    const bool shown = view.mode == ViewMode::constraint_colors && view.constraint_lines == i;
    if (ImGui::RadioButton(fmt::format("Colours of {}", type).c_str(), shown)) {
      view.mode = ViewMode::constraint_colors;
      view.constraint_lines = i;
    }
    if (shown) draw_swatches(panel, color_count(panel, type));
  }
  for (int i = 0; i < static_cast<int>(list.fields.size()); ++i) {
    const ScalarField& field = list.fields[i];
    const bool shown = view.mode == ViewMode::scalar_field && view.field == i;
    if (i % 2 == 1) ImGui::SameLine(ImGui::GetWindowWidth() / 2.0f);
    if (ImGui::RadioButton(capitalized(field.name).c_str(), shown)) {
      view.mode = ViewMode::scalar_field;
      view.field = i;
    }
  }
  if (view.mode == ViewMode::scalar_field && view.field < static_cast<int>(list.fields.size()))
    draw_legend(panel, list.fields[view.field]);
  if (!list.spheres.empty() || !list.fluids.empty())
    ImGui::Checkbox("Spheres of bodies and fluids", &view.spheres);
  if (!list.fluids.empty()) {
    ImGui::Checkbox("Fluids as meshes", &view.fluid_meshes);
    tooltip(
        "A mesh of the fluid's surface is made in each frame and casts shadows like other meshes. "
        "Otherwise the surface is found in screen space.",
        panel.fonts);
    if (const std::string trouble = panel.player.display().fluid_trouble(); !trouble.empty())
      small_text(trouble, panel.fonts, colors::warning);
  }
  if (list.ground) ImGui::Checkbox("Grid on the ground", &view.ground_grid);
}

}  // namespace limber
