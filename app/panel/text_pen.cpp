#include "app/panel/text_pen.h"

namespace limber {

void draw_strip(ImDrawList& draw, ImVec2 low, ImVec2 high, float scale) {
  draw.AddRectFilled(low, high, ImGui::ColorConvertFloat4ToU32({0.055f, 0.065f, 0.080f, 0.80f}),
                     10.0f * scale);
}

}  // namespace limber
