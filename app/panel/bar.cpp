#include "app/panel/bar.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/panel/text_pen.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

/// Draws the caption centred above `bottom`, or above the box with upper left corner `beside` if
/// they would overlap. Returns its top edge.
float draw_caption(ImDrawList& draw, const Fonts& fonts, const std::string& caption, float left,
                   float right, float bottom, ImVec2 beside) {
  const TextPen pen(draw, fonts.large);
  const float pad = 10.0f * fonts.scale, wrap = 0.62f * (right - left);
  const ImVec2 size = pen.extent(caption, wrap);
  if (0.5f * (left + right + size.x) + 2.0f * pad > beside.x) bottom = beside.y - 0.5f * pad;
  const ImVec2 low{0.5f * (left + right - size.x) - 2.0f * pad, bottom - size.y - 2.0f * pad};
  draw_strip(draw, low, {low.x + size.x + 4.0f * pad, bottom}, fonts.scale);
  pen.write({low.x + 2.0f * pad, low.y + pad}, colors::text, caption, wrap);
  return low.y;
}

/// Draws the legend above `bottom`, at the right edge. Returns its upper left corner.
ImVec2 draw_legend(ImDrawList& draw, const Fonts& fonts, const ScalarField& field, float right,
                   float bottom) {
  const TextPen pen(draw, fonts.small);
  const float pad = 10.0f * fonts.scale, width = 170.0f * fonts.scale;
  const float bar = 10.0f * fonts.scale;
  const ImVec2 low{right - width - 2.0f * pad, bottom - 2.0f * pad - bar - 2.2f * pen.height()};
  draw_strip(draw, low, {right, bottom}, fonts.scale);
  const float x = low.x + pad;
  float y = low.y + pad;
  pen.write({x, y}, colors::text, fmt::format("{}, {}", capitalized(field.name), field.unit));
  y += 1.2f * pen.height();
  draw_field_colors(draw, {x, y}, {x + width, y + bar});
  y += bar;
  pen.write({x, y}, colors::quiet, fmt::format("{:.3g}", field.low));
  pen.write_left_of({x + width, y}, colors::quiet, fmt::format("{:.3g}", field.high));
  return low;
}

}  // namespace

float draw_bar(ImDrawList& draw, const Fonts& fonts, const BarText& text, ImVec2 low, ImVec2 high) {
  const TextPen title(draw, fonts.large), strong(draw, fonts.bold), small(draw, fonts.small),
      huge(draw, fonts.huge);
  const float pad = 10.0f * fonts.scale, gap = 6.0f * fonts.scale;
  const float height = 2.0f * pad + title.height() + small.height() + 0.5f * gap;
  const float top = high.y - height, second = top + pad + title.height() + 0.5f * gap;
  if (text.title.empty())
    return text.caption.empty()
               ? high.y
               : draw_caption(draw, fonts, text.caption, low.x, high.x, high.y, high);
  draw_strip(draw, {low.x, top}, high, fonts.scale);

  float right = high.x - 1.5f * pad;
  if (!text.speedup.empty()) {
    const float of_core =
        huge.write_left_of({right, top + 0.5f * pad}, colors::accent, text.speedup);
    const std::string than = "one core";
    const float below = top + 0.5f * pad + huge.height();
    small.write({right - small.extent(than).x, below}, colors::quiet, than);
    right = std::min(of_core, right - small.extent(than).x) - 2.5f * pad;
  }
  const float solver =
      strong.write_left_of({right, top + pad + 0.15f * title.height()}, colors::text, text.backend);
  const float cost = small.write_left_of({right, second}, colors::quiet, text.cost);

  const float left = low.x + 1.5f * pad, left_end = std::min(solver, cost) - pad;
  draw.PushClipRect({left, top}, {std::max(left_end, left), high.y}, true);
  title.write({left, top + pad}, colors::text, text.title);
  small.write({left, second}, colors::quiet, text.counts);
  draw.PopClipRect();

  const ImVec2 legend =
      text.legend ? draw_legend(draw, fonts, *text.legend, high.x, top - gap) : ImVec2{high.x, top};
  if (text.caption.empty()) return legend.y;
  return std::min(draw_caption(draw, fonts, text.caption, low.x, high.x, top - gap, legend),
                  legend.y);
}

}  // namespace limber
