#include "app/panel/slow_badge.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/panel/widgets.h"

namespace limber {

namespace {

constexpr double clearly = 1.1;       // slower than real time
constexpr double long_step_s = 0.25;  // for which somebody looks up

std::string how_slow(const Desk& desk) {
  const double times = desk.player.pace().times_real_time();
  if (desk.player.paused()) return "Stands still after this step";
  if (times <= 0.0) return "The first step is under way";
  return fmt::format("{} times slower than real time", three_digits(1.0 / times));
}

}  // namespace

void draw_slow_badge(const Desk& desk, float left, float right, float top) {
  const Readings& now = desk.player.readings();
  const double step_ms = now.ms_now().value_or(0.0), piece_s = desk.player.piece_s();
  const bool slow =
      step_ms * desk.player.speed() > clearly * 1e3 * now.dt_s && !desk.player.stands();
  if (!slow && piece_s < long_step_s) return;
  const float width = std::min(desk.scaled(330.0f), right - left - desk.scaled(16.0f));
  ImGui::SetNextWindowPos({0.5f * (left + right), top}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin("##slow", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PushFont(desk.fonts.bold);
  ImGui::TextColored(colors::warning, "%s", how_slow(desk).c_str());
  ImGui::PopFont();
  if (!desk.player.paused()) {
    ImGui::SameLine();
    text_right(fmt::format("{:.1f} s behind",
                           std::max(desk.player.pace().behind_s(desk.player.speed()), 0.0)));
  }
  // Short steps come in bunches, and each of them would only flicker.
  if (piece_s >= long_step_s || step_ms >= 1e3 * long_step_s) {
    const double usual_s = step_ms / 1e3;
    const float share = usual_s > 0.0 ? static_cast<float>(piece_s / usual_s) : -1.0f;
    progress_bar(share > 1.0f ? -1.0f : share, piece_s, desk.scaled(5.0f));
    small_text(usual_s > 0.0 ? fmt::format("This step: {:.1f} s, usually {} s", piece_s,
                                           three_digits(usual_s))
                             : fmt::format("This step: {:.1f} s", piece_s),
               desk.fonts);
  }
  if (!desk.player.settled() && piece_s >= long_step_s)
    small_text("What you asked for follows after it", desk.fonts, colors::accent);
  ImGui::End();
}

}  // namespace limber
