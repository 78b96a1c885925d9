#include "app/panel/profiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/panel/widgets.h"

namespace limber {

namespace {

constexpr std::size_t kept = 120;

void push(std::vector<float>& values, float value) {
  values.push_back(value);
  if (values.size() > kept) values.erase(values.begin());
}

}  // namespace

float Profiler::Stage::average() const {
  return std::accumulate(ms.begin(), ms.end(), 0.0f) / static_cast<float>(ms.size());
}

float Profiler::Stage::largest() const { return *std::max_element(ms.begin(), ms.end()); }

/// Frames have different numbers of steps and so, occasionally, different stages.
void Profiler::Stages::add(const std::vector<StageTime>& frame) {
  for (const StageTime& time : frame)
    if (std::ranges::find(all, time.label, &Stage::label) == all.end())
      all.push_back({time.label, {}});
  for (Stage& stage : all) {
    const auto time = std::ranges::find(frame, stage.label, &StageTime::label);
    push(stage.ms, time == frame.end() ? 0.0f : static_cast<float>(time->ms));
  }
}

float Profiler::Stages::average() const {
  float sum = 0.0f;
  for (const Stage& stage : all) sum += stage.average();
  return sum;
}

/// Discards the times of another scene or solver.
void Profiler::follow(const PanelContext& panel) {
  const bool scene_changed = scene_count_ != panel.player.scene_count();
  const bool backend_changed = backend_ != panel.player.readings().backend;
  const bool toggled = std::exchange(timing_, open) != open;
  if (scene_changed || backend_changed || toggled) simulation_ = drawing_ = {};
  scene_count_ = panel.player.scene_count();
  backend_ = panel.player.readings().backend;
  panel.wish.stages = open;
  panel.player.display().renderer().time_stages(open);
}

void Profiler::measure(const PanelContext& panel) {
  drawing_.add(panel.player.display().renderer().stages());
  const long steps_done = panel.player.readings().steps_done;
  if (std::exchange(steps_done_, steps_done) == steps_done) return;
  simulation_.add(panel.player.readings().stages);
}

void Profiler::draw_rows(const char* title, const Stages& stages, float whole_ms) {
  const auto cell = [](const char* text) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", text);
  };
  ImGui::TableNextRow();
  cell(title);
  cell("");
  cell(three_digits(stages.average()).c_str());
  for (const Stage& stage : stages.all) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(stage.label.c_str());
    for (const float ms : {stage.now(), stage.average(), stage.largest()}) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(three_digits(ms).c_str());
    }
    ImGui::TableNextColumn();
    const float share = whole_ms > 0.0f ? stage.average() / whole_ms : 0.0f;
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, colors::accent_dim);
    ImGui::ProgressBar(share, {-1.0f, ImGui::GetTextLineHeight()},
                       fmt::format("{:.0f} %", 100.0f * share).c_str());
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    sparkline(stage.ms, {ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()});
  }
}

void Profiler::draw_table() const {
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH |
                                    ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY;
  if (!ImGui::BeginTable("stages", 6, flags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (const auto& [name, weight] :
       {std::pair("Stage", 2.2f), std::pair("Now, ms", 1.0f), std::pair("Average", 1.0f),
        std::pair("Largest", 1.0f), std::pair("Share", 1.4f), std::pair("Last frames", 2.0f)})
    ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthStretch, weight);
  ImGui::TableHeadersRow();
  const float whole_ms = simulation_.average() + drawing_.average();
  draw_rows("Simulation", simulation_, whole_ms);
  draw_rows("Drawing", drawing_, whole_ms);
  ImGui::EndTable();
}

void Profiler::draw(const PanelContext& panel, float left, float right, float bottom) {
  follow(panel);
  if (!open) return;
  measure(panel);
  const float rows = static_cast<float>(simulation_.all.size() + drawing_.all.size()) + 3.0f;
  const float height = std::min(panel.scaled(54.0f + 17.5f * rows), 0.5f * bottom);
  ImGui::SetNextWindowPos({left, bottom - height});
  ImGui::SetNextWindowSize({right - left, height});
  ImGui::Begin("##profiler", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  ImGui::PushFont(panel.fonts.bold);
  ImGui::TextUnformatted("Time of a frame");
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::PushFont(panel.fonts.small);
  text_right(fmt::format("{}, milliseconds per frame", name_of(panel.player.readings().backend)));
  draw_table();
  ImGui::PopFont();
  ImGui::End();
}

}  // namespace limber
