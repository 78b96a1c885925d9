#include <fmt/format.h>

#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

/// A button per slot, bright if a view is kept.
void draw_kept_views(const PanelContext& panel) {
  const float gap = panel.scaled(3.0f);
  const float width =
      (ImGui::GetContentRegionAvail().x - gap * (CameraMoves::places - 1)) / CameraMoves::places;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  for (int place = 0; place < CameraMoves::places; ++place) {
    if (place > 0) ImGui::SameLine();
    const bool kept = panel.moves.kept(place).has_value();
    const Action action = kept ? Action::kept_view : Action::keep_view;
    ImGui::PushStyleColor(ImGuiCol_Text, kept ? colors::accent : colors::quiet);
    if (ImGui::Button(fmt::format("{}##kept", place + 1).c_str(), {width, 0.0f}))
      panel.act_at(action, place);
    ImGui::PopStyleColor();
    tooltip(kept ? fmt::format("Fly to this view (Shift+{0}). Ctrl+{0} replaces it.", place + 1)
                 : fmt::format("Save this view here (Ctrl+{})", place + 1),
            panel.fonts);
  }
  ImGui::PopStyleVar();
}

void draw_turntable(const PanelContext& panel) {
  ImGui::Checkbox("Turntable", &panel.moves.turning);
  tooltip("Orbits the scene, also while it is paused (T)", panel.fonts);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0f);
  ImGui::SliderFloat("##turn", &panel.moves.turn_deg_s, -90.0f, 90.0f, "%.0f deg/s");
}

void draw_path(const PanelContext& panel) {
  const std::size_t count = panel.moves.keys().size();
  const auto button = [&](const char* word, Action action) {
    if (ImGui::SmallButton(word)) panel.act(action);
    const ActionInfo& info = info_of(action);
    tooltip(fmt::format("{} ({})", info.help, info.keys), panel.fonts);
  };
  button("Add to path", Action::add_camera_key);
  if (count == 0) return;
  ImGui::SameLine();
  small_text(fmt::format("{} view{}, {:.1f} s", count, count == 1 ? "" : "s",
                         panel.moves.keys().back().time_s),
             panel.fonts);
  button("Follow", Action::play_camera_keys);
  ImGui::SameLine();
  button("Save", Action::save_camera_keys);
  ImGui::SameLine();
  button("Remove", Action::clear_camera_keys);
  ImGui::SetNextItemWidth(-1.0f);
  ImGui::SliderFloat("##key", &panel.moves.key_s, 0.2f, 20.0f, "next view after %.1f s");
}

}  // namespace

void draw_camera(const PanelContext& panel) {
  if (!section("Camera", panel.fonts, false)) return;
  draw_kept_views(panel);
  draw_turntable(panel);
  draw_path(panel);
}

}  // namespace limber
