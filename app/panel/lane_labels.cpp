#include "app/panel/lane_labels.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/panel/text_pen.h"
#include "app/panel/widgets.h"

namespace limber {

std::vector<BarText> lane_texts(const Scene& scene, const std::vector<const Readings*>& lanes) {
  std::optional<double> slowest_ms;
  for (const Readings* now : lanes)
    if (const auto ms = now->ms_now()) slowest_ms = std::max(slowest_ms.value_or(0.0), *ms);
  std::vector<BarText> texts;
  for (const Readings* now : lanes) {
    BarText text = bar_text(scene, *now, "", nullptr);
    text.backend = run_name(*now);
    const auto ms = now->ms_now();
    text.speedup =
        ms && slowest_ms && *ms < *slowest_ms ? three_digits(*slowest_ms / *ms) + " x" : "";
    if (!now->finite) text.cost = "diverged";
    texts.push_back(std::move(text));
  }
  return texts;
}

float draw_lane_labels(ImDrawList& draw, const Fonts& fonts, std::span<const BarText> lanes,
                       ImVec2 low, ImVec2 high) {
  const TextPen strong(draw, fonts.large), small(draw, fonts.small);
  const float pad = 10.0f * fonts.scale,
              width = (high.x - low.x) / static_cast<float>(lanes.size());
  const float top = low.y + pad, height = strong.height() + small.height() + 2.0f * pad;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const BarText& lane = lanes[i];
    const float left = low.x + width * static_cast<float>(i);
    const float name = std::max(strong.extent(lane.backend).x, small.extent(lane.cost).x);
    const float times = lane.speedup.empty() ? 0.0f : strong.extent(lane.speedup).x + 2.0f * pad;
    const float half = std::min(0.5f * (name + times) + 1.5f * pad, 0.5f * width - 0.5f * pad);
    const float middle = left + 0.5f * width;
    draw_strip(draw, {middle - half, top}, {middle + half, top + height}, fonts.scale);
    draw.PushClipRect({middle - half, top}, {middle + half, top + height}, true);
    const float x = middle - half + 1.5f * pad;
    strong.write({x, top + pad}, colors::text, lane.backend);
    small.write({x, top + pad + strong.height()}, colors::quiet, lane.cost);
    if (!lane.speedup.empty())
      strong.write_left_of({middle + half - 1.5f * pad, top + pad + 0.4f * small.height()},
                           colors::accent, lane.speedup);
    draw.PopClipRect();
    if (i > 0)
      draw.AddLine({left, low.y}, {left, high.y}, ImGui::ColorConvertFloat4ToU32({1, 1, 1, 0.6f}),
                   2.0f * fonts.scale);
  }
  return top + height;
}

}  // namespace limber
