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
  const TextPen large(draw, fonts.large), bold(draw, fonts.bold), small(draw, fonts.small);
  const float pad = 10.0f * fonts.scale,
              width = (high.x - low.x) / static_cast<float>(lanes.size());
  const float room = width - 4.0f * pad;
  const auto words = [&](const BarText& lane) {
    return std::max(large.extent(lane.backend).x, small.extent(lane.cost).x);
  };
  const auto times = [&](const BarText& lane) {
    return lane.speedup.empty() ? 0.0f : large.extent(lane.speedup).x + 2.0f * pad;
  };
  const bool beside = std::ranges::all_of(
      lanes, [&](const BarText& lane) { return words(lane) + times(lane) <= room; });
  // In narrow lanes a name takes several lines, and the speedup comes below it.
  const TextPen& strong = beside ? large : bold;
  float text_height = 0.0f;
  for (const BarText& lane : lanes)
    text_height = std::max(text_height, strong.extent(lane.backend, room).y + small.height() +
                                            (beside || lane.speedup.empty() ? 0 : bold.height()));
  const float top = low.y + pad, bottom = top + text_height + 2.0f * pad;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const BarText& lane = lanes[i];
    const float left = low.x + width * static_cast<float>(i), middle = left + 0.5f * width;
    const float half = 1.5f * pad + 0.5f * (beside ? words(lane) + times(lane) : room);
    draw_strip(draw, {middle - half, top}, {middle + half, bottom}, fonts.scale);
    const float x = middle - half + 1.5f * pad, right = middle + half - 1.5f * pad;
    const float below = top + pad + strong.extent(lane.backend, room).y;
    strong.write({x, top + pad}, colors::text, lane.backend, room);
    small.write({x, below}, colors::quiet, lane.cost);
    if (beside)
      strong.write_left_of({right, top + pad + 0.4f * small.height()}, colors::accent,
                           lane.speedup);
    else
      strong.write({x, below + small.height()}, colors::accent, lane.speedup);
    if (i > 0)
      draw.AddLine({left, low.y}, {left, high.y}, ImGui::ColorConvertFloat4ToU32({1, 1, 1, 0.6f}),
                   2.0f * fonts.scale);
  }
  return bottom;
}

}  // namespace limber
