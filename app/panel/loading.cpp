#include "app/panel/loading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include "app/panel/widgets.h"

namespace limber {

namespace {

// Scenes that open faster show nothing; after that it fades in, so that nothing flashes.
constexpr double silent_s = 0.15;
constexpr double shown_s = 0.4;

enum class BoxAt { bottom, middle };

/// cancel: empty where it cannot be cancelled.
void box(BoxAt at, const std::string& opening, const WatchedProgress::State& state,
         const Fonts& fonts, const std::function<void()>& cancel) {
  if (state.elapsed_s <= silent_s) return;
  const double shown = (state.elapsed_s - silent_s) / (shown_s - silent_s);
  const bool is_file = std::filesystem::path(opening).has_extension();
  const std::string name = is_file ? std::filesystem::path(opening).filename().string() : opening;
  const auto scaled = [&](float units) { return units * fonts.scale; };

  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const bool in_middle = at == BoxAt::middle;
  ImGui::SetNextWindowPos({screen.x / 2, in_middle ? screen.y / 2 : screen.y - scaled(76.0f)},
                          ImGuiCond_Always, {0.5f, in_middle ? 0.5f : 1.0f});
  ImGui::SetNextWindowSize({std::min(scaled(420.0f), screen.x - scaled(24.0f)), 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, static_cast<float>(std::min(shown, 1.0)));
  ImGui::Begin("##loading", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushFont(fonts.bold);
  ImGui::TextWrapped("Opening %s", name.c_str());
  ImGui::PopFont();
  small_text(capitalized(state.what), fonts);
  progress_bar(state.share, state.elapsed_s, scaled(8.0f));
  ImGui::Spacing();
  if (cancel) {
    if (ImGui::Button("Cancel", {scaled(110.0f), 0.0f})) cancel();
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("or Esc");
    ImGui::SameLine();
  }
  text_right(fmt::format("{:.0f} s", std::floor(state.elapsed_s)));
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace

void draw_loading(const PanelContext& panel) {
  if (panel.loader.request())
    box(BoxAt::bottom, panel.loader.request()->name, panel.loader.state(), panel.fonts,
        [&] { panel.act(Action::let_go); });  // like Esc
  else if (!panel.player.opening().empty())
    box(BoxAt::bottom, panel.player.opening(),
        {"building it after the current step", -1.0f, panel.player.opening_s()}, panel.fonts, {});
}

void draw_opening(const std::string& scene, const WatchedProgress::State& state,
                  const Fonts& fonts) {
  box(BoxAt::middle, scene, state, fonts, {});
}

}  // namespace limber
