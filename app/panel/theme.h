#pragma once

#include <imgui.h>

namespace limber {

/// The panels' fonts. All are always loaded, whichever font files the system has.
struct Fonts {
  float scale = 0.0f;  ///< scale factor for sizes in Dear ImGui's units
  ImFont* body = nullptr;
  ImFont* bold = nullptr;
  ImFont* small = nullptr;
  ImFont* large = nullptr;  ///< titles
  ImFont* huge = nullptr;   ///< a number to be read from afar
};

/// Inter or DejaVu Sans where the system has them, else Dear ImGui's own. pixels_per_unit:
/// framebuffer pixels per Dear ImGui unit.
Fonts load_fonts(float scale, float pixels_per_unit);
void apply_style(float scale);

// Semantic colours, on the dark background of apply_style().
namespace colors {
inline const ImVec4 text{0.90f, 0.92f, 0.94f, 1.0f};
inline const ImVec4 quiet{0.56f, 0.60f, 0.65f, 1.0f};
inline const ImVec4 accent{0.26f, 0.76f, 0.72f, 1.0f};
inline const ImVec4 accent_dim{0.13f, 0.38f, 0.38f, 1.0f};
inline const ImVec4 warning{0.98f, 0.73f, 0.30f, 1.0f};
inline const ImVec4 bad{0.96f, 0.40f, 0.38f, 1.0f};
inline const ImVec4 card{0.135f, 0.150f, 0.175f, 1.0f};
}  // namespace colors

}  // namespace limber
