#include "app/panel/loading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/panel/widgets.h"

namespace limber {

namespace {

// Scenes that open faster show nothing; after that it fades in, so that nothing flashes.
constexpr double silent_s = 0.15;
constexpr double shown_s = 0.4;

}  // namespace

void draw_loading(const PanelContext& panel) {
  const SceneRequest* const request = panel.loader.request();
  const std::string opening = request ? request->name : panel.player.opening();
  if (opening.empty()) return;
  const SceneLoader::State state = request
                                       ? panel.loader.state()
                                       : SceneLoader::State{"building it after the current step",
                                                            -1.0f, panel.player.opening_s()};
  if (state.elapsed_s <= silent_s) return;
  const double shown = (state.elapsed_s - silent_s) / (shown_s - silent_s);
  const bool is_file = std::filesystem::path(opening).has_extension();
  const std::string name = is_file ? std::filesystem::path(opening).filename().string() : opening;

  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, screen.y - panel.scaled(76.0f)}, ImGuiCond_Always,
                          {0.5f, 1.0f});
  ImGui::SetNextWindowSize({std::min(panel.scaled(420.0f), screen.x - panel.scaled(24.0f)), 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, static_cast<float>(std::min(shown, 1.0)));
  ImGui::Begin("##loading", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushFont(panel.fonts.bold);
  ImGui::TextWrapped("Opening %s", name.c_str());
  ImGui::PopFont();
  small_text(capitalized(state.what), panel.fonts);
  progress_bar(state.share, state.elapsed_s, panel.scaled(8.0f));
  ImGui::Spacing();
  if (request) {
    if (ImGui::Button("Cancel", {panel.scaled(110.0f), 0.0f}))
      panel.act(Action::let_go);  // like Esc
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("or Esc");
    ImGui::SameLine();
  }
  text_right(fmt::format("{:.0f} s", std::floor(state.elapsed_s)));
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace limber
