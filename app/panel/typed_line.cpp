#include "app/panel/typed_line.h"

#include <imgui.h>

#include <algorithm>

#include "app/panel/widgets.h"

namespace limber {

void begin_dialog(const char* id, const PanelContext& panel) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(panel.scaled(560.0f), screen.x - panel.scaled(24.0f));
  ImGui::SetNextWindowPos({screen.x / 2, screen.y * 0.16f}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowFocus();
  ImGui::Begin(id, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
}

void draw_typed_line(const std::string& typed, const char* hint, const PanelContext& panel) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, panel.scaled(34.0f)};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                     ImGui::GetColorU32(ImGuiCol_FrameBg), panel.scaled(6.0f));
  const ImVec2 at{corner.x + panel.scaled(10.0f),
                  corner.y + (size.y - ImGui::GetTextLineHeight()) / 2};
  if (typed.empty())
    draw.AddText({at.x + panel.scaled(5.0f), at.y}, ImGui::GetColorU32(colors::quiet), hint);
  draw.AddText(at, ImGui::GetColorU32(colors::text), typed.c_str());
  const float caret_x = at.x + ImGui::CalcTextSize(typed.c_str()).x + panel.scaled(1.0f);
  draw.AddLine({caret_x, at.y}, {caret_x, at.y + ImGui::GetTextLineHeight()},
               ImGui::GetColorU32(colors::accent), panel.scaled(2.0f));
  ImGui::Dummy(size);
}

bool clicked_beside() {
  return ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
}

}  // namespace limber
