#include "app/panel/scene_search.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/panel/fuzzy.h"
#include "app/panel/scene_row.h"
#include "app/panel/typed_line.h"
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

void SceneSearch::draw(const PanelContext& panel, Thumbnails& thumbnails) {
  if (!open_) return;
  begin_dialog("##search", panel);
  draw_typed_line(query_, "Type a few letters of a scene", panel);
  ImGui::Spacing();
  const float row_height = panel.scaled(59.0f);
  const int room =
      std::clamp(static_cast<int>(0.68f * ImGui::GetIO().DisplaySize.y / row_height), 3, 9);
  const int shown = std::min(static_cast<int>(matches_.size()), room);
  const int first = std::clamp(chosen_ - shown + 1, 0, static_cast<int>(matches_.size()) - shown);
  for (int row = first; row < first + shown; ++row) {
    const SceneEntry& scene = scenes_[matches_[row]];
    if (!scene_row(panel, thumbnails, scene, row == chosen_)) continue;
    panel.open({scene.id});
    close();
  }
  if (matches_.empty()) ImGui::TextDisabled("No scene has these letters in this order.");
  if (clicked_beside()) close();
  ImGui::End();
}

}  // namespace limber
