#include "app/panel/scene_search.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/panel/fuzzy.h"
#include "app/panel/widgets.h"

namespace limber {

void SceneSearch::open() {
  scenes_ = list_scenes();
  texts_.clear();
  for (const SceneEntry& scene : scenes_) texts_.push_back(scene.id + " " + scene.title);
  query_.clear();
  find();
  open_ = true;
}

void SceneSearch::find() {
  matches_ = fuzzy_matches(query_, texts_);
  chosen_ = 0;
}

void SceneSearch::character(unsigned codepoint) {
  if (codepoint < 0x20 || codepoint > 0x7e) return;  // ids and titles are plain ASCII
  query_ += static_cast<char>(codepoint);
  find();
}

std::optional<std::string> SceneSearch::key(int key) {
  const int last = std::max(static_cast<int>(matches_.size()) - 1, 0);
  if (key == GLFW_KEY_ESCAPE) close();
  if (key == GLFW_KEY_DOWN) chosen_ = std::min(chosen_ + 1, last);
  if (key == GLFW_KEY_UP) chosen_ = std::max(chosen_ - 1, 0);
  if (key == GLFW_KEY_BACKSPACE && !query_.empty()) {
    query_.pop_back();
    find();
  }
  if ((key != GLFW_KEY_ENTER && key != GLFW_KEY_KP_ENTER) || matches_.empty()) return std::nullopt;
  close();
  return scenes_[matches_[chosen_]].id;
}

void SceneSearch::draw_query(const Desk& desk) const {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, desk.scaled(34.0f)};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                     ImGui::GetColorU32(ImGuiCol_FrameBg), desk.scaled(6.0f));
  const float text_y = corner.y + (size.y - ImGui::GetTextLineHeight()) / 2;
  const float text_x = corner.x + desk.scaled(10.0f);
  if (query_.empty())
    draw.AddText({text_x + desk.scaled(5.0f), text_y}, ImGui::GetColorU32(colors::quiet),
                 "Type a few letters of a scene");
  draw.AddText({text_x, text_y}, ImGui::GetColorU32(colors::text), query_.c_str());
  const float caret_x = text_x + ImGui::CalcTextSize(query_.c_str()).x + desk.scaled(1.0f);
  draw.AddLine({caret_x, text_y}, {caret_x, text_y + ImGui::GetTextLineHeight()},
               ImGui::GetColorU32(colors::accent), desk.scaled(2.0f));
  ImGui::Dummy(size);
}

bool SceneSearch::draw_match(const Desk& desk, int row) const {
  const SceneEntry& scene = scenes_[matches_[row]];
  ImGui::PushID(row);
  const float height = desk.scaled(26.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0.0f, 0.5f});
  const bool clicked = choice_row(scene.title.c_str(), row == chosen_, {0.0f, height});
  ImGui::PopStyleVar();
  if (row == chosen_) ImGui::SetItemDefaultFocus();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGui::PushFont(desk.fonts.small);
  const ImVec2 id_size = ImGui::CalcTextSize(scene.id.c_str());
  ImGui::GetWindowDrawList()->AddText(
      {high.x - id_size.x - desk.scaled(6.0f), (low.y + high.y - id_size.y) / 2},
      ImGui::GetColorU32(colors::quiet), scene.id.c_str());
  ImGui::PopFont();
  ImGui::PopID();
  return clicked;
}

void SceneSearch::draw(const Desk& desk) {
  if (!open_) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(desk.scaled(560.0f), screen.x - desk.scaled(24.0f));
  ImGui::SetNextWindowPos({screen.x / 2, screen.y * 0.16f}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowFocus();
  ImGui::Begin("##search", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  draw_query(desk);
  ImGui::Spacing();
  const int shown = std::min<int>(static_cast<int>(matches_.size()), 12);
  const int first = std::clamp(chosen_ - shown + 1, 0, static_cast<int>(matches_.size()) - shown);
  for (int row = first; row < first + shown; ++row) {
    if (!draw_match(desk, row)) continue;
    desk.open({scenes_[matches_[row]].id});
    close();
  }
  if (matches_.empty()) ImGui::TextDisabled("No scene has these letters in this order.");
  const bool elsewhere = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered();
  if (elsewhere) close();
  ImGui::End();
}

}  // namespace limber
