#include <utility>

#include "app/panel/scene_row.h"
#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

/// One tab per family, wrapped over several lines.
void SceneList::draw_families(const PanelContext& panel) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  const float gap = panel.scaled(4.0f);
  ImGui::PushFont(panel.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {panel.scaled(6.0f), panel.scaled(2.0f)});
  std::string_view before;
  float end = 0.0f;
  for (const SceneEntry& scene : scenes_) {
    if (scene.family == before) continue;
    const float width =
        ImGui::CalcTextSize(scene.family.c_str()).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    if (!before.empty() && end + gap + width <= right) ImGui::SameLine();
    end = ImGui::GetCursorPosX() + width;
    before = scene.family;
    const bool chosen = scene.family == family_;
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? colors::accent_dim : colors::card);
    if (ImGui::Button(scene.family.c_str())) family_ = scene.family;
    ImGui::PopStyleColor();
  }
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
}

void SceneList::draw(const PanelContext& panel, Thumbnails& thumbnails, float height) {
  if (!section("Scenes", panel.fonts)) return;
  const std::string& running = panel.player.scene().id;
  const bool scene_changed = scene_count_ != panel.player.scene_count();
  if (scene_changed) {
    // Scene files may be added while the program runs; an error in one is only reported when the
    // scene search is opened.
    try {
      scenes_ = list_scenes();
    } catch (const std::exception& error) {
      panel.notices.error(error.what());
    }
    scene_count_ = panel.player.scene_count();
    family_ = panel.player.scene().family;
  }
  const float above = ImGui::GetCursorPosY();
  draw_families(panel);
  // They scroll in their own region, so that the tabs stay in place.
  const float room = height - (ImGui::GetCursorPosY() - above);
  const float rows = room < panel.scaled(100.0f) ? panel.scaled(190.0f) : room;
  const bool resized = std::exchange(rows_height_, rows) != rows;
  ImGui::BeginChild(("scenes " + family_).c_str(), {0.0f, rows});
  for (const SceneEntry& scene : scenes_) {
    if (scene.family != family_) continue;
    if (scene_row(panel, thumbnails, scene, scene.id == running)) panel.open({scene.id});
    if ((scene_changed || resized) && scene.id == running) ImGui::SetScrollHereY();
  }
  ImGui::EndChild();
}

}  // namespace limber
