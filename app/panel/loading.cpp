#include "app/panel/loading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/panel/widgets.h"

namespace limber {

namespace {

// Scenes that open faster show nothing; a little later it has faded in, so that none flashes.
constexpr double silent_s = 0.15;
constexpr double shown_s = 0.4;

/// share: from 0 to 1, or below 0: a part of the bar wanders, for nobody knows how far it is.
void draw_bar(const Desk& desk, float share, double elapsed_s) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, desk.scaled(8.0f)};
  float from = 0.0f, to = std::min(share, 1.0f);
  if (share < 0.0f) {
    constexpr float length = 0.25f;
    from = (1.0f - length) * 0.5f * (1.0f - std::cos(2.0f * static_cast<float>(elapsed_s)));
    to = from + length;
  }
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto fill = [&](float left, float right, ImU32 color) {
    draw.AddRectFilled({low.x + left * size.x, low.y}, {low.x + right * size.x, low.y + size.y},
                       color, 0.5f * size.y);
  };
  fill(0.0f, 1.0f, ImGui::GetColorU32(ImGuiCol_FrameBg));
  if (to > from) fill(from, to, ImGui::GetColorU32(colors::accent));
  ImGui::Dummy(size);
}

}  // namespace

void draw_loading(const Desk& desk) {
  const SceneRequest* const request = desk.loader.request();
  if (!request) return;
  const SceneLoader::State state = desk.loader.state();
  if (state.elapsed_s <= silent_s) return;
  const double shown = (state.elapsed_s - silent_s) / (shown_s - silent_s);
  const bool is_file = std::filesystem::path(request->name).has_extension();
  const std::string name =
      is_file ? std::filesystem::path(request->name).filename().string() : request->name;

  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, screen.y - desk.scaled(76.0f)}, ImGuiCond_Always,
                          {0.5f, 1.0f});
  ImGui::SetNextWindowSize({std::min(desk.scaled(420.0f), screen.x - desk.scaled(24.0f)), 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, static_cast<float>(std::min(shown, 1.0)));
  ImGui::Begin("##loading", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushFont(desk.fonts.bold);
  ImGui::TextWrapped("Opening %s", name.c_str());
  ImGui::PopFont();
  small_text(capitalized(state.what), desk.fonts);
  draw_bar(desk, state.share, state.elapsed_s);
  ImGui::Spacing();
  if (ImGui::Button("Cancel", {desk.scaled(110.0f), 0.0f}))
    desk.act(Action::let_go);  // as Esc does
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("or Esc");
  ImGui::SameLine();
  text_right(fmt::format("{:.0f} s", std::floor(state.elapsed_s)));
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace limber
