#include "app/panel/scene_search.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/panel/fuzzy.h"
#include "app/panel/scene_row.h"
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

void SceneSearch::draw(const Desk& desk, Thumbnails& thumbnails) {
  if (!open_) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(desk.scaled(560.0f), screen.x - desk.scaled(24.0f));
  ImGui::SetNextWindowPos({screen.x / 2, screen.y * 0.16f}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowFocus();
  ImGui::Begin("##search", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  draw_query(desk);
  ImGui::Spacing();
  const float row_height = desk.scaled(59.0f);
  const int room = std::clamp(static_cast<int>(0.68f * screen.y / row_height), 3, 9);
  const int shown = std::min(static_cast<int>(matches_.size()), room);
  const int first = std::clamp(chosen_ - shown + 1, 0, static_cast<int>(matches_.size()) - shown);
  for (int row = first; row < first + shown; ++row) {
    const SceneEntry& scene = scenes_[matches_[row]];
    if (!scene_row(desk, thumbnails, scene, row == chosen_)) continue;
    desk.open({scene.id});
    close();
  }
  if (matches_.empty()) ImGui::TextDisabled("No scene has these letters in this order.");
  const bool elsewhere = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered();
  if (elsewhere) close();
  ImGui::End();
}

}  // namespace limber
