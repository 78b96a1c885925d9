#pragma once

#include <imgui.h>

#include <string>

namespace limber {

/// Draws and measures text in one font.
class TextPen {
 public:
  TextPen(ImDrawList& draw, ImFont* font)
      : draw_(draw), font_(font), size_(font->FontSize * ImGui::GetIO().FontGlobalScale) {}

  float height() const { return size_; }
  ImVec2 extent(const std::string& text, float wrap = 0.0f) const {
    return font_->CalcTextSizeA(size_, 1e9f, wrap, text.c_str());
  }
  void write(ImVec2 at, const ImVec4& color, const std::string& text, float wrap = 0.0f) const {
    draw_.AddText(font_, size_, at, ImGui::ColorConvertFloat4ToU32(color), text.c_str(), nullptr,
                  wrap);
  }
  /// Right-aligned at at.x. Returns the left edge.
  float write_left_of(ImVec2 at, const ImVec4& color, const std::string& text) const {
    const float start = at.x - extent(text).x;
    write({start, at.y}, color, text);
    return start;
  }

 private:
  ImDrawList& draw_;
  ImFont* font_;
  float size_;
};

/// A dark background for text over a picture. scale: of the fonts.
void draw_strip(ImDrawList& draw, ImVec2 low, ImVec2 high, float scale);

}  // namespace limber
