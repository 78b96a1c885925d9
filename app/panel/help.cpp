#include "app/panel/help.h"

#include <algorithm>
#include <array>
#include <string>

#include "app/panel/widgets.h"

namespace limber {

namespace {

/// Draws keys such as "Space, P" as key caps.
void draw_keys(const PanelContext& panel, std::string_view keys) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float pad = panel.scaled(6.0f), height = ImGui::GetTextLineHeight() + panel.scaled(4.0f);
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float start_x = at.x;
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find(", "), keys.size());
    const std::string key(keys.substr(0, end));
    keys.remove_prefix(std::min(end + 2, keys.size()));
    const float width = std::max(ImGui::CalcTextSize(key.c_str()).x + 2.0f * pad, height);
    draw.AddRectFilled(at, {at.x + width, at.y + height}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                       panel.scaled(4.0f));
    draw.AddRect(at, {at.x + width, at.y + height}, ImGui::GetColorU32(ImGuiCol_Border),
                 panel.scaled(4.0f));
    draw.AddText(
        {at.x + (width - ImGui::CalcTextSize(key.c_str()).x) / 2.0f, at.y + panel.scaled(2.0f)},
        ImGui::GetColorU32(colors::text), key.c_str());
    at.x += width + panel.scaled(4.0f);
  }
  ImGui::Dummy({at.x - start_x, height});
}

// Camera keys are placed below the mouse gestures, since many of these also move the camera; the
// other groups balance the columns.
constexpr std::array<std::string_view, 3> beside_the_mouse{"Camera", "Backend", "Film"};

void draw_actions(const PanelContext& panel, bool of_mouse) {
  std::string_view group;
  for (const ActionInfo& info : all_actions()) {
    const bool is_beside =
        std::ranges::find(beside_the_mouse, info.group) != beside_the_mouse.end();
    if (is_beside != of_mouse) continue;
    if (info.group != group) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextColored(colors::accent, "%s", info.group.data());
      group = info.group;
    }
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_keys(panel, info.keys);
    ImGui::TableNextColumn();
    ImGui::TextWrapped("%s", info.help.data());
  }
}

void draw_gestures() {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextColored(colors::accent, "Mouse");
  for (const MouseInfo& mouse : all_mouse_gestures()) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextWrapped("%s", mouse.gesture.data());
    ImGui::TableNextColumn();
    ImGui::TextWrapped("%s", mouse.help.data());
  }
}

bool begin_column(const char* name, float width, float keys_share) {
  if (!ImGui::BeginTable(name, 2, 0, {width, 0.0f})) return false;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, keys_share);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.0f - keys_share);
  return true;
}

}  // namespace

bool draw_help(const PanelContext& panel) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(panel.scaled(1200.0f), screen.x - panel.scaled(24.0f));
  ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {screen.x, screen.y - panel.scaled(24.0f)});
  ImGui::SetNextWindowFocus();
  ImGui::SetNextWindowBgAlpha(0.985f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {panel.scaled(22.0f), panel.scaled(16.0f)});
  ImGui::Begin("##help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
  ImGui::PopStyleVar();
  ImGui::PushFont(panel.fonts.large);
  ImGui::TextUnformatted("Keys and mouse");
  ImGui::PopFont();
  ImGui::SameLine();
  text_right("F1 or Esc closes");
  ImGui::Spacing();
  ImGui::PushFont(panel.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {panel.scaled(4.0f), panel.scaled(1.0f)});
  const float gap = panel.scaled(24.0f), room = ImGui::GetContentRegionAvail().x - gap;
  if (begin_column("keys", 0.54f * room, 0.21f)) {
    draw_actions(panel, false);
    ImGui::EndTable();
  }
  ImGui::SameLine(0.0f, gap);
  if (begin_column("mouse", 0.46f * room, 0.40f)) {
    draw_gestures();
    draw_actions(panel, true);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  const bool elsewhere = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered();
  ImGui::End();
  return !elsewhere;
}

}  // namespace limber
