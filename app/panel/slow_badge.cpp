#include "app/panel/slow_badge.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/panel/widgets.h"

namespace limber {

namespace {

constexpr double clearly = 1.1;       // times slower than real time
constexpr double long_step_s = 0.25;  // noticeable

std::string slowness(const PanelContext& panel) {
  const double times = panel.player.pace().times_real_time();
  if (panel.player.paused()) return "Pauses after this step";
  if (times <= 0.0) return "The first step is running";
  return fmt::format("{} times slower than real time", three_digits(1.0 / times));
}

}  // namespace

void draw_slow_badge(const PanelContext& panel, float left, float right, float top) {
  const Readings& now = panel.player.readings();
  const double step_ms = now.ms_now().value_or(0.0), piece_s = panel.player.piece_s();
  const bool slow =
      step_ms * panel.player.speed() > clearly * 1e3 * now.dt_s && !panel.player.stands();
  if (!slow && piece_s < long_step_s) return;
  const float width = std::min(panel.scaled(330.0f), right - left - panel.scaled(16.0f));
  ImGui::SetNextWindowPos({0.5f * (left + right), top}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin("##slow", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PushFont(panel.fonts.bold);
  ImGui::TextColored(colors::warning, "%s", slowness(panel).c_str());
  ImGui::PopFont();
  if (!panel.player.paused()) {
    ImGui::SameLine();
    text_right(fmt::format("{:.1f} s behind",
                           std::max(panel.player.pace().behind_s(panel.player.speed()), 0.0)));
  }
  // No progress bar for short steps: it would flicker.
  if (piece_s >= long_step_s || step_ms >= 1e3 * long_step_s) {
    const double usual_s = step_ms / 1e3;
    const float share = usual_s > 0.0 ? static_cast<float>(piece_s / usual_s) : -1.0f;
    progress_bar(share > 1.0f ? -1.0f : share, piece_s, panel.scaled(5.0f));
    small_text(usual_s > 0.0 ? fmt::format("This step: {:.1f} s, usually {} s", piece_s,
                                           three_digits(usual_s))
                             : fmt::format("This step: {:.1f} s", piece_s),
               panel.fonts);
  }
  if (!panel.player.settled() && piece_s >= long_step_s)
    small_text("Your last command takes effect after it", panel.fonts, colors::accent);
  ImGui::End();
}

}  // namespace limber
