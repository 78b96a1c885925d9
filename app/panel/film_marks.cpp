#include "app/panel/film_marks.h"

#include <fmt/format.h>

#include "app/panel/widgets.h"

namespace limber {

void draw_recording_badge(const PanelContext& panel, float right, float top) {
  const Recorder& recorder = panel.recorder;
  if (!recorder.recording()) return;
  ImGui::SetNextWindowPos({right - panel.scaled(8.0f), top}, ImGuiCond_Always, {1.0f, 0.0f});
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin("##recording", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  const float radius = panel.scaled(6.0f), height = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + 0.5f * height}, radius,
                                              ImGui::GetColorU32(colors::bad));
  ImGui::Dummy({2.0f * radius, height});
  ImGui::SameLine();
  ImGui::PushFont(panel.fonts.bold);
  ImGui::TextColored(colors::bad, "REC");
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::TextUnformatted(fmt::format("{:.1f} s", recorder.playing_s()).c_str());
  ImGui::PushFont(panel.fonts.small);
  ImGui::TextDisabled("%d frames", recorder.frames());
  ImGui::TextDisabled("%d x %d, %.1f MB", recorder.size_px().x, recorder.size_px().y,
                      static_cast<double>(recorder.bytes()) / 1e6);
  ImGui::PopFont();
  ImGui::End();
}

void draw_frame_guide(const PanelContext& panel) {
  if (!panel.film.guide) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const FilmFrame frame = panel.film_frame({screen.x, screen.y});
  const ImVec2 low{frame.low_px.x, frame.low_px.y}, high{frame.high_px.x, frame.high_px.y};
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImU32 shade = ImGui::ColorConvertFloat4ToU32({0.0f, 0.0f, 0.0f, 0.35f});
  draw.AddRectFilled({0.0f, 0.0f}, {screen.x, low.y}, shade);
  draw.AddRectFilled({0.0f, high.y}, screen, shade);
  draw.AddRectFilled({0.0f, low.y}, {low.x, high.y}, shade);
  draw.AddRectFilled({high.x, low.y}, {screen.x, high.y}, shade);
  draw.AddRect(low, high, ImGui::ColorConvertFloat4ToU32({1.0f, 1.0f, 1.0f, 0.7f}));
}

}  // namespace limber
