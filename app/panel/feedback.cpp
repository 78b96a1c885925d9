#include "app/panel/feedback.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/panel/widgets.h"

namespace limber {

namespace {

std::string view_name(const Player& player) {
  const ViewOptions& view = player.display().view;
  const DrawList& list = player.draw_list();
  if (view.mode == ViewMode::wireframe) return "Wireframe";
  if (view.mode == ViewMode::constraint_colors)
    return "Colours of " + list.constraint_lines[view.constraint_lines].type;
  if (view.mode == ViewMode::scalar_field) return capitalized(list.fields[view.field].name);
  return view.spheres ? "Spheres" : "Shaded";
}

}  // namespace

void Feedback::show(std::string words) {
  constexpr float shown_s = 1.4f;
  words_ = std::move(words);
  left_s_ = shown_s;
}

void Feedback::show(Action action, const Player& player) {
  switch (action) {
    case Action::pause:
      return show(player.paused() ? "Paused" : "Playing");
    case Action::single_step:
      return show("One step");
    case Action::next_view:
      return show(view_name(player));
    case Action::step_back:
    case Action::reset:
    case Action::use_serial:
    case Action::use_tbb:
    case Action::use_cuda:
      return show(std::string(info_of(action).name));
    default:
      return;
  }
}

void Feedback::draw(const Fonts& fonts, float real_s) {
  constexpr float fades_s = 0.4f;
  left_s_ = std::max(left_s_ - real_s, 0.0f);
  if (left_s_ <= 0.0f) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.16f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, std::min(left_s_ / fades_s, 1.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {22.0f * fonts.scale, 12.0f * fonts.scale});
  ImGui::Begin("##feedback", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushFont(fonts.huge);
  ImGui::TextUnformatted(words_.c_str());
  ImGui::PopFont();
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace limber
