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

/// Discards the times of another scene or solver.
void Profiler::follow(const PanelContext& panel) {
  const bool scene_changed = scene_count_ != panel.player.scene_count();
  if (scene_changed || backend_ != panel.player.readings().backend) stages_.clear();
  scene_count_ = panel.player.scene_count();
  backend_ = panel.player.readings().backend;
  if (std::exchange(timing_, open) != open) stages_.clear();
  panel.wish.stages = open;
}

void Profiler::measure(const PanelContext& panel) {
  const long steps_done = panel.player.readings().steps_done;
  if (std::exchange(steps_done_, steps_done) == steps_done) return;
  const std::vector<StageTime>& times = panel.player.readings().stages;
  // Frames have different numbers of steps and so, occasionally, different stages.
  for (const StageTime& time : times)
    if (std::none_of(stages_.begin(), stages_.end(),
                     [&](const Stage& stage) { return stage.label == time.label; }))
      stages_.push_back({time.label, {}});
  for (Stage& stage : stages_) {
    const auto time = std::find_if(times.begin(), times.end(),
                                   [&](const StageTime& t) { return t.label == stage.label; });
    push(stage.ms, time == times.end() ? 0.0f : static_cast<float>(time->ms));
  }
}

void Profiler::draw_table() const {
  if (stages_.empty()) {
    ImGui::TextDisabled("Nothing has been timed yet.");
    return;
  }
  float sum = 0.0f;
  for (const Stage& stage : stages_) sum += stage.average();
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH |
                                    ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY;
  if (!ImGui::BeginTable("stages", 6, flags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (const auto& [name, weight] :
       {std::pair("Stage", 2.2f), std::pair("Now, ms", 1.0f), std::pair("Average", 1.0f),
        std::pair("Largest", 1.0f), std::pair("Share", 1.4f), std::pair("Last frames", 2.0f)})
    ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthStretch, weight);
  ImGui::TableHeadersRow();
  for (const Stage& stage : stages_) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(stage.label.c_str());
    for (const float ms : {stage.now(), stage.average(), stage.largest()}) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(three_digits(ms).c_str());
    }
    ImGui::TableNextColumn();
    const float share = sum > 0.0f ? stage.average() / sum : 0.0f;
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, colors::accent_dim);
    ImGui::ProgressBar(share, {-1.0f, ImGui::GetTextLineHeight()},
                       fmt::format("{:.0f} %", 100.0f * share).c_str());
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    sparkline(stage.ms, {ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()});
  }
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextDisabled("all");
  ImGui::TableNextColumn();
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", three_digits(sum).c_str());
  ImGui::EndTable();
}

void Profiler::draw(const PanelContext& panel, float left, float right, float bottom) {
  follow(panel);
  if (!open) return;
  measure(panel);
  const float rows = static_cast<float>(std::max<std::size_t>(stages_.size(), 1)) + 2.0f;
  const float height = std::min(panel.scaled(54.0f + 17.5f * rows), 0.5f * bottom);
  ImGui::SetNextWindowPos({left, bottom - height});
  ImGui::SetNextWindowSize({right - left, height});
  ImGui::Begin("##profiler", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  ImGui::PushFont(panel.fonts.bold);
  ImGui::TextUnformatted("Simulation time of a frame");
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::PushFont(panel.fonts.small);
  text_right(fmt::format("{}, milliseconds per frame", name_of(panel.player.readings().backend)));
  draw_table();
  ImGui::PopFont();
  ImGui::End();
}

}  // namespace limber
