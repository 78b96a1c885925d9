#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

void draw_buttons(const Desk& desk) {
  const bool stands = desk.player.paused() || desk.player.diverged();
  const bool recording = desk.recorder.recording();
  struct Button {
    Icon icon;
    Action action;
    ImVec4 color;
  };
  const Button buttons[] = {
      {Icon::previous, Action::previous_scene, colors::text},
      {stands ? Icon::play : Icon::pause, Action::pause, colors::accent},
      {Icon::step, Action::single_step, colors::text},
      {Icon::reset, Action::reset, colors::text},
      {Icon::next, Action::next_scene, colors::text},
      {Icon::search, Action::search_scenes, colors::text},
      {Icon::camera, Action::screenshot, colors::text},
      {recording ? Icon::stop : Icon::record, Action::record, colors::bad},
  };
  const float gap = desk.scaled(4.0f);
  const int count = static_cast<int>(std::size(buttons));
  const float size = (ImGui::GetContentRegionAvail().x - gap * (count - 1.0f)) / count;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  for (const Button& button : buttons) {
    if (&button != buttons) ImGui::SameLine();
    const ActionInfo& info = info_of(button.action);
    if (icon_button(info.name.data(), button.icon, size, button.color)) desk.act(button.action);
    tooltip(fmt::format("{}  ({})", info.help, info.keys), desk.fonts);
  }
  ImGui::PopStyleVar();
}

void draw_time(const Desk& desk) {
  const double time_s = desk.player.simulation().time_s();
  if (desk.player.diverged())
    ImGui::TextColored(colors::bad, "Diverged");
  else if (desk.player.paused())
    ImGui::TextColored(colors::warning, "Paused");
  else
    ImGui::Text("x %.2f real time", desk.rate.times_real_time());
  if (!desk.player.paused() && !desk.player.diverged())
    tooltip(
        "Simulated seconds a second. Below 1 this machine shows slow motion: no frame simulates "
        "more than 1/30 s.",
        desk.fonts);
  ImGui::SameLine();
  text_right(
      fmt::format("{:.2f} s, step {}", time_s, with_commas(desk.player.session().steps_done())));
  if (!desk.recorder.recording()) return;
  ImGui::TextColored(colors::bad, "REC");
  ImGui::SameLine();
  text_right(fmt::format("{:.1f} s, {} frames, {}x{}", desk.recorder.playing_s(),
                         desk.recorder.frames(), desk.recorder.size_px().x,
                         desk.recorder.size_px().y));
}

/// What the running scene made of a mesh, and what it could be made instead.
void draw_mesh_use(const Desk& desk, const Scene& scene) {
  constexpr std::array<std::pair<MeshUse, const char*>, 2> uses{
      {{MeshUse::volume, "soft body"}, {MeshUse::cloth, "cloth"}}};
  const auto current = std::find_if(uses.begin(), uses.end(),
                                    [&](const auto& use) { return use.first == scene.mesh_use; });
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("Mesh as");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0f);
  if (!ImGui::BeginCombo("##mesh_use", current->second)) return;
  for (const auto& [use, name] : uses)
    if (ImGui::Selectable(name, use == scene.mesh_use) && use != scene.mesh_use)
      desk.open({scene.id, use});
  ImGui::EndCombo();
}

}  // namespace

void draw_transport(const Desk& desk) {
  const Scene& scene = desk.player.session().scene();
  ImGui::PushFont(desk.fonts.large);
  ImGui::TextWrapped("%s", scene.title.c_str());
  ImGui::PopFont();
  small_text(scene.id, desk.fonts);
  if (scene.mesh_use) draw_mesh_use(desk, scene);
  ImGui::Spacing();
  draw_buttons(desk);
  ImGui::Spacing();
  draw_time(desk);
}

}  // namespace limber
