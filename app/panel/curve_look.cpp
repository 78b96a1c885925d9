#include "app/panel/curve_look.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "render/palette.h"

namespace limber {

namespace {

/// The type without the suffix for the method, as named by SideBySide.
std::string_view type_alone(const std::string& type) {
  return std::string_view(type).substr(0, type.find(", "));
}

/// Dashes continue around corners, so that dense points do not fill the gaps.
void draw_dashed(std::span<const ImVec2> points, ImU32 color, float thickness, float dash,
                 float gap) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float at = 0.0f;  // position within a dash and its gap
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ImVec2 from = points[i - 1], to = points[i];
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const auto point = [&](float along) {
      const float t = along / length;
      return ImVec2(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
    };
    for (float along = 0.0f; along < length;) {
      const bool drawn = at < dash;
      const float step = std::min((drawn ? dash : dash + gap) - at, length - along);
      if (drawn) draw.AddLine(point(along), point(along + step), color, thickness);
      along += std::max(step, 1e-3f);
      at += step;
      if (at >= dash + gap - 1e-3f) at = 0.0f;
    }
  }
}

}  // namespace

std::vector<std::string> types_of(const std::vector<ConstraintCount>& constraints) {
  std::vector<std::string> types;
  for (const ConstraintCount& constraint : constraints) types.push_back(constraint.type);
  return types;
}

CurveLook look_of(const std::string& type, const std::vector<std::string>& all) {
  std::vector<std::string_view> types;
  CurveLook look;
  for (const std::string& other : all) {
    const std::string_view alone = type_alone(other);
    if (other == type) break;
    if (alone == type_alone(type)) ++look.dashes;
    if (std::find(types.begin(), types.end(), alone) == types.end()) types.push_back(alone);
  }
  const auto place = std::find(types.begin(), types.end(), type_alone(type)) - types.begin();
  const glm::vec3 color = constraint_color(static_cast<int>(place));
  look.color = {color.r, color.g, color.b, 1.0f};
  return look;
}

void draw_curve(std::span<const ImVec2> points, const CurveLook& look, float thickness) {
  const ImU32 color = ImGui::GetColorU32(look.color);
  if (look.dashes > 0)
    draw_dashed(points, color, thickness, 4.0f * thickness / static_cast<float>(look.dashes),
                2.5f * thickness);
  else
    ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), color,
                                            0, thickness);
}

}  // namespace limber
