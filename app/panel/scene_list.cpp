#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

void SceneList::draw(const Desk& desk) {
  if (!section("Scenes", desk.fonts)) return;
  const bool scene_changed = scene_count_ != desk.player.scene_count();
  if (scene_changed) {
    // A developer adds scene files while the program runs; what is broken in one is said when the
    // list is asked for by key.
    try {
      scenes_ = list_scenes();
    } catch (const std::exception& error) {
      desk.notices.error(error.what());
    }
    scene_count_ = desk.player.scene_count();
  }
  const std::string& running = desk.player.scene().id;
  // Their own scrolling leaves the buttons above and the parameters below where they are.
  ImGui::BeginChild("scenes", {0.0f, desk.scaled(230.0f)});
  std::string family;
  for (const SceneEntry& scene : scenes_) {
    if (scene.family != family) small_text(capitalized(scene.family), desk.fonts);
    family = scene.family;
    ImGui::Indent(desk.scaled(6.0f));
    if (choice_row((scene.title + "##" + scene.id).c_str(), scene.id == running))
      desk.open({scene.id});
    if (scene_changed && scene.id == running) ImGui::SetScrollHereY();
    tooltip(scene.id, desk.fonts);
    ImGui::Unindent(desk.scaled(6.0f));
  }
  ImGui::EndChild();
}

}  // namespace limber
