#include "app/panel/panels.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/build_info.h"
#include "app/panel/bar.h"
#include "app/panel/film_marks.h"
#include "app/panel/help.h"
#include "app/panel/lane_labels.h"
#include "app/panel/loading.h"
#include "app/panel/slow_badge.h"
#include "app/panel/widgets.h"
#include "kernels/device.h"

namespace limber {

namespace {

constexpr ImGuiWindowFlags side_panel_flags = ImGuiWindowFlags_NoTitleBar |
                                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                              ImGuiWindowFlags_NoBringToFrontOnFocus;

struct SideWidths {
  SideWidths(float screen, float scale)
      : margin(8.0f * scale),
        left(std::min(316.0f * scale, 0.3f * screen)),
        right(std::min(290.0f * scale, 0.28f * screen)) {}
  float margin, left, right;
};

void draw_divergence(const PanelContext& panel) {
  if (!panel.player.diverged()) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, screen.y * 0.12f}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({std::min(panel.scaled(430.0f), 0.9f * screen.x), 0.0f});
  ImGui::Begin("##diverged", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs);
  ImGui::PushFont(panel.fonts.bold);
  ImGui::TextColored(colors::bad, "The simulation diverged");
  ImGui::PopFont();
  const Session::Divergence& what = panel.player.readings().divergence;
  std::string text = "Some numbers are no longer finite; the picture is the last before that. ";
  if (!what.first.empty()) text += fmt::format("The first to diverge was {}. ", what.first);
  const auto with_key = [](Action action) {
    return fmt::format("{} ({})", info_of(action).name, info_of(action).keys);
  };
  text += with_key(Action::reset) + " restarts the scene. ";
  if (what.good_s)
    text += fmt::format("{} goes back to the last finite state, at {:.2f} s. ",
                        with_key(Action::step_back), *what.good_s);
  text += "Try a smaller time step (dt) or more iterations.";
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::End();
}

}  // namespace

void Panels::act(Action action) {
  if (action == Action::search_scenes) {
    help_ = false;
    files_.close();
    search_.open();
  }
  if (action == Action::hide_panels) hidden_ = !hidden_;
  if (action == Action::profiler) profiler_.open = !profiler_.open;
  if (action == Action::help) help_ = !help_;
}

void Panels::character(unsigned codepoint) {
  if (search_.is_open()) search_.character(codepoint);
  if (files_.is_open()) files_.character(codepoint);
}

std::optional<std::string> Panels::key(int key) {
  if (search_.is_open()) return search_.key(key).value_or("");
  if (files_.is_open()) {
    files_.key(key);
    return "";
  }
  if (help_ && key == GLFW_KEY_ESCAPE) {
    help_ = false;
    return "";
  }
  return std::nullopt;
}

float Panels::free_share(float width, float scale) const {
  if (hidden_ || width <= 0.0f) return 1.0f;
  const SideWidths widths(width, scale);
  return 1.0f - (widths.left + widths.right + 4.0f * widths.margin) / width;
}

bool Panels::is_checked(const PanelContext& panel, Action action) const {
  const Backend backend = panel.player.readings().backend;
  switch (action) {
    case Action::pause:
      return panel.player.paused();
    case Action::use_serial:
      return backend == Backend::serial;
    case Action::use_tbb:
      return backend == Backend::tbb;
    case Action::use_cuda:
      return backend == Backend::cuda;
    case Action::compare:
      return panel.comparison.active();
    case Action::hide_panels:
      return !hidden_;
    case Action::profiler:
      return profiler_.open;
    case Action::show_bar:
      return panel.film.bar;
    case Action::record:
      return panel.recorder.recording();
    case Action::export_motion:
      return panel.exported != nullptr;
    case Action::turntable:
      return panel.moves.turning;
    case Action::blow:
      return panel.blows;
    case Action::note_tour:
      return panel.notes;
    case Action::help:
      return help_;
    default:
      return false;
  }
}

void Panels::draw_menu(const PanelContext& panel) {
  if (!ImGui::BeginMainMenuBar()) return;
  menu_height_ = ImGui::GetWindowHeight();
  std::string_view group;
  bool open = false;
  for (const ActionInfo& info : all_actions()) {
    if (info.group != group) {
      if (open) ImGui::EndMenu();
      open = ImGui::BeginMenu(info.group.data());
      group = info.group;
    }
    if (!open) continue;
    const bool usable = info.action != Action::use_cuda || device::info().usable;
    if (ImGui::MenuItem(info.name.data(), info.keys.data(), is_checked(panel, info.action), usable))
      panel.act(info.action);
    tooltip(usable ? std::string(info.help) : device::info().reason, panel.fonts);
  }
  if (open) ImGui::EndMenu();
  std::string status = three_digits(panel.rate.fps()) + " frames per second";
  if (build_type() == "Debug") status = "DEBUG BUILD: SLOW     " + status;
  ImGui::PushStyleColor(ImGuiCol_Text, build_type() == "Debug" ? colors::bad : colors::quiet);
  ImGui::SetCursorPosX(ImGui::GetWindowWidth() - ImGui::CalcTextSize(status.c_str()).x -
                       panel.scaled(14.0f));
  ImGui::TextUnformatted(status.c_str());
  ImGui::PopStyleColor();
  ImGui::EndMainMenuBar();
}

/// Both scroll independently, so that neither pushes the other out of the panel. Each keeps some
/// rows: where that is too much for the panel, it scrolls as a whole, too.
void Panels::draw_parameters_and_scenes(const PanelContext& panel, float panel_height) {
  const float headings = 2.0f * (ImGui::GetFrameHeightWithSpacing() + panel.scaled(10.0f));
  const auto room = [&] {
    return panel_height - ImGui::GetCursorPosY() - ImGui::GetStyle().WindowPadding.y;
  };
  const float least = panel.scaled(160.0f), list = panel.scaled(240.0f);
  parameter_list_.draw(panel, std::max(room() - headings - list, least));
  scene_list_.draw(panel, thumbnails_, room() - 0.5f * headings);
}

void Panels::draw_side_panels(const PanelContext& panel) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const SideWidths widths(screen.x, panel.fonts.scale);
  const float margin = widths.margin, top = menu_height_ + margin;
  const float height = screen.y - top - margin;

  ImGui::SetNextWindowPos({margin, top});
  ImGui::SetNextWindowSizeConstraints({widths.left, 0.0f}, {widths.left, height});
  ImGui::Begin("##left", nullptr, side_panel_flags | ImGuiWindowFlags_AlwaysAutoResize);
  draw_transport(panel);
  draw_solvers(panel);
  if (panel.comparison.active() || panel.comparison.opening()) draw_comparison(panel);
  draw_parameters_and_scenes(panel, height);
  ImGui::End();

  free_left_ = widths.left + 2.0f * margin;
  free_right_ = screen.x - widths.right - 2.0f * margin;
  ImGui::SetNextWindowPos({free_right_ + margin, top});
  ImGui::SetNextWindowSizeConstraints({widths.right, 0.0f}, {widths.right, height});
  ImGui::Begin("##right", nullptr, side_panel_flags | ImGuiWindowFlags_AlwaysAutoResize);
  draw_views(panel);
  draw_look(panel);
  draw_film(panel);
  draw_tools(panel);
  statistics_.draw(panel);
  convergence_.draw(panel);
  draw_camera(panel);
  draw_machine(panel);
  ImGui::End();
}

/// Returns the lower edge of the free part of the screen.
float Panels::draw_screen_bar(const PanelContext& panel) const {
  const float bottom = ImGui::GetIO().DisplaySize.y;
  if (!panel.film.bar && panel.caption.empty()) return bottom;
  const Player& player = panel.player;
  const float margin = panel.scaled(12.0f);
  BarText text{.caption = panel.caption};
  if (panel.film.bar)
    text = bar_text(player.scene(), player.readings(), panel.caption,
                    player.display().shown_field(player.draw_list()));
  if (panel.comparison.active()) text = without_solver(std::move(text));
  return draw_bar(*ImGui::GetBackgroundDrawList(), panel.fonts, text, {free_left_ + margin, margin},
                  {free_right_ - margin, bottom - margin});
}

void Panels::draw(const PanelContext& panel) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  free_left_ = 0.0f;
  free_right_ = screen.x;
  if (!hidden_) {
    draw_menu(panel);
    draw_side_panels(panel);
  }
  float top = (hidden_ ? 0.0f : menu_height_) + panel.scaled(8.0f);
  if (panel.comparison.active()) {
    top = panel.scaled(8.0f) +
          draw_lane_labels(*ImGui::GetBackgroundDrawList(), panel.fonts,
                           lane_texts(panel.player.scene(), panel.comparison.readings()),
                           {free_left_, hidden_ ? 0.0f : menu_height_}, {free_right_, screen.y});
  } else {
    draw_frame_guide(panel);
  }
  const float bottom = draw_screen_bar(panel);
  draw_recording_badge(panel, free_right_, top);
  draw_slow_badge(panel, free_left_, free_right_, top);
  profiler_.draw(panel, free_left_, free_right_, screen.y - panel.scaled(8.0f));
  draw_divergence(panel);
  draw_loading(panel);
  search_.draw(panel, thumbnails_);
  files_.draw(panel);
  feedback_.draw(panel.fonts, panel.real_s);
  if (help_) help_ = draw_help(panel);
  panel.notices.draw(panel.fonts, panel.real_s, bottom);
}

}  // namespace limber
