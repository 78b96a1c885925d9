#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

void draw_buttons(const PanelContext& panel) {
  const bool stands = panel.player.paused() || panel.player.diverged();
  const bool recording = panel.recorder.recording();
  struct Button {
    Icon icon;
    Action action;
    ImVec4 color;
  };
  const Button buttons[] = {
      {Icon::previous, Action::previous_scene, colors::text},
      {Icon::step_back, Action::step_back, colors::text},
      {stands ? Icon::play : Icon::pause, Action::pause, colors::accent},
      {Icon::step, Action::single_step, colors::text},
      {Icon::reset, Action::reset, colors::text},
      {Icon::next, Action::next_scene, colors::text},
      {Icon::search, Action::search_scenes, colors::text},
      {Icon::camera, Action::screenshot, colors::text},
      {recording ? Icon::stop : Icon::record, Action::record, colors::bad},
      {panel.exported ? Icon::stop : Icon::export_files, Action::export_motion,
       panel.exported ? colors::bad : colors::text},
  };
  const float gap = panel.scaled(4.0f);
  const int count = static_cast<int>(std::size(buttons));
  const float size = (ImGui::GetContentRegionAvail().x - gap * (count - 1.0f)) / count;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  for (const Button& button : buttons) {
    if (&button != buttons) ImGui::SameLine();
    const ActionInfo& info = info_of(button.action);
    if (icon_button(info.name.data(), button.icon, size, button.color)) panel.act(button.action);
    if (ImGui::IsItemHovered())  // the tooltip goes below the row, so that it hides no button
      ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + gap});
    tooltip(fmt::format("{}  ({})", info.help, info.keys), panel.fonts);
  }
  ImGui::PopStyleVar();
}

/// Shows what is being written.
void tell(const char* what, const std::string& amount) {
  ImGui::TextColored(colors::bad, "%s", what);
  ImGui::SameLine();
  text_right(amount);
}

void draw_time(const PanelContext& panel) {
  const double time_s = panel.player.readings().time_s;
  if (panel.player.diverged())
    ImGui::TextColored(colors::bad, "Diverged");
  else if (panel.player.paused())
    ImGui::TextColored(colors::warning, "Paused");
  else
    ImGui::Text("x %s real time", three_digits(panel.player.pace().times_real_time()).c_str());
  if (!panel.player.paused() && !panel.player.diverged())
    tooltip(
        "Simulated seconds per second. Below 1 this machine is too slow: no frame simulates more "
        "than 1/30 s.",
        panel.fonts);
  ImGui::SameLine();
  text_right(
      fmt::format("{:.2f} s, step {}", time_s, with_commas(panel.player.readings().steps_done)));
  if (panel.exported)
    tell("EXPORT", fmt::format("{} frames, {:.1f} MB", panel.exported->frames(),
                               1e-6 * static_cast<double>(panel.exported->bytes())));
}

/// As text: 1/4, 1, 2.
std::string speed_text(double speed) {
  const double slower = 1.0 / speed;
  if (speed < 1.0 && std::abs(slower - std::round(slower)) < 1e-6)
    return fmt::format("1/{:.0f}", slower);
  return fmt::format("{:.3g}", speed);
}

void draw_speed(const PanelContext& panel) {
  const auto button = [&](const char* text, Action action) {
    if (ImGui::Button(text)) panel.act(action);
    tooltip(fmt::format("{}  ({})", info_of(action).help, info_of(action).keys), panel.fonts);
  };
  button(" - ", Action::slower);
  ImGui::SameLine(0.0f, panel.scaled(4.0f));
  button(" + ", Action::faster);
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::Text("x %s", speed_text(panel.player.speed()).c_str());
  tooltip("Target of simulated seconds per second, in the window and in films.", panel.fonts);
}

/// The timeline, from the oldest state in the history to now.
void draw_history(const PanelContext& panel) {
  const auto& history = panel.player.readings().history;
  if (history.states == 0 || history.last_s <= history.first_s) return;
  double time_s = panel.player.readings().time_s;
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::SliderScalar("##history", ImGuiDataType_Double, &time_s, &history.first_s,
                          &history.last_s, "%.2f s", ImGuiSliderFlags_NoInput))
    panel.player.seek(time_s);
  constexpr double bytes_per_mb = 1e6;
  tooltip(
      fmt::format("Drag to go back in time; continuing discards what came after. {} states are "
                  "stored in {} of {} MB, at most {} s apart; those in between are simulated again "
                  "if that is quick.",
                  history.states,
                  with_commas(std::lround(static_cast<double>(history.bytes) / bytes_per_mb)),
                  with_commas(std::lround(static_cast<double>(history.limit_bytes) / bytes_per_mb)),
                  three_digits(history.max_gap_s)),
      panel.fonts);
}

/// A labelled drop-down list of names. choose: called when the user selects another one.
template <class Choice, std::size_t count, class Choose>
void draw_choice(const char* word, const std::array<std::pair<Choice, const char*>, count>& names,
                 Choice taken, const Choose& choose) {
  const auto current =
      std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == taken; });
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", word);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0f);
  if (!ImGui::BeginCombo(("##" + std::string(word)).c_str(), current->second)) return;
  for (const auto& [choice, name] : names)
    if (ImGui::Selectable(name, choice == taken) && choice != taken) choose(choice);
  ImGui::EndCombo();
}

/// How the running scene uses its mesh, and the alternatives.
void draw_mesh_use(const PanelContext& panel, const Scene& scene) {
  constexpr std::array<std::pair<MeshUse, const char*>, 3> names{
      {{MeshUse::volume, "soft body"}, {MeshUse::cloth, "cloth"}, {MeshUse::modes, "modes"}}};
  draw_choice("Mesh as", names, *scene.mesh_use, [&](MeshUse use) {
    panel.open({scene.id, {use, MesherChoice::automatic}});
  });
}

/// Which mesher filled the solids, and the alternatives.
void draw_mesher(const PanelContext& panel, const Scene& scene) {
  constexpr std::array<std::pair<MesherChoice, const char*>, 2> names{
      {{MesherChoice::tetgen, "TetGen"}, {MesherChoice::lattice, "lattice"}}};
  draw_choice("Filled by", names, *scene.mesher, [&](MesherChoice mesher) {
    panel.open({scene.id, {scene.mesh_use.value_or(MeshUse::automatic), mesher}});
  });
}

}  // namespace

void draw_transport(const PanelContext& panel) {
  const Scene& scene = panel.player.scene();
  ImGui::PushFont(panel.fonts.large);
  ImGui::TextWrapped("%s", scene.title.c_str());
  ImGui::PopFont();
  small_text(scene.id, panel.fonts);
  if (scene.mesh_use) draw_mesh_use(panel, scene);
  if (scene.mesher) draw_mesher(panel, scene);
  ImGui::Spacing();
  draw_buttons(panel);
  ImGui::Spacing();
  draw_time(panel);
  draw_speed(panel);
  draw_history(panel);
}

}  // namespace limber
