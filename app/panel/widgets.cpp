#include "app/panel/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

#include "render/palette.h"

namespace limber {

namespace {

/// Draws in the square [-1, 1] around `c`, scaled by `r`.
struct Pen {
  ImDrawList& draw;
  ImVec2 c;
  float r;
  ImU32 color;

  ImVec2 at(float x, float y) const { return {c.x + x * r, c.y + y * r}; }
  void box(float x0, float y0, float x1, float y1) const {
    draw.AddRectFilled(at(x0, y0), at(x1, y1), color, 0.12f * r);
  }
  void triangle(float x0, float y0, float x1, float y1, float x2, float y2) const {
    draw.AddTriangleFilled(at(x0, y0), at(x1, y1), at(x2, y2), color);
  }
};

void draw_icon(Icon icon, const Pen& pen) {
  const float line = std::max(1.5f, 0.2f * pen.r);
  switch (icon) {
    case Icon::play:
      pen.triangle(-0.65f, -0.9f, -0.65f, 0.9f, 0.9f, 0.0f);
      break;
    case Icon::pause:
      pen.box(-0.7f, -0.85f, -0.2f, 0.85f);
      pen.box(0.2f, -0.85f, 0.7f, 0.85f);
      break;
    case Icon::step:
      pen.box(-0.85f, -0.85f, -0.5f, 0.85f);
      pen.triangle(-0.25f, -0.85f, -0.25f, 0.85f, 0.9f, 0.0f);
      break;
    case Icon::step_back:
      pen.box(0.5f, -0.85f, 0.85f, 0.85f);
      pen.triangle(0.25f, -0.85f, 0.25f, 0.85f, -0.9f, 0.0f);
      break;
    case Icon::previous:
      pen.triangle(0.4f, -0.75f, 0.4f, 0.75f, -0.6f, 0.0f);
      break;
    case Icon::next:
      pen.triangle(-0.4f, -0.75f, -0.4f, 0.75f, 0.6f, 0.0f);
      break;
    case Icon::reset:
      pen.draw.PathArcTo(pen.c, 0.72f * pen.r, -0.9f, 4.1f, 24);
      pen.draw.PathStroke(pen.color, 0, line);
      pen.triangle(-0.95f, -0.95f, -0.85f, -0.05f, -0.1f, -0.5f);
      break;
    case Icon::record:
      pen.draw.AddCircleFilled(pen.c, 0.75f * pen.r, pen.color, 24);
      break;
    case Icon::stop:
      pen.box(-0.7f, -0.7f, 0.7f, 0.7f);
      break;
    case Icon::camera:
      pen.draw.AddRect(pen.at(-1.0f, -0.6f), pen.at(1.0f, 0.8f), pen.color, 0.2f * pen.r, 0, line);
      pen.draw.AddCircle(pen.at(0.0f, 0.1f), 0.38f * pen.r, pen.color, 16, line);
      pen.box(-0.4f, -0.9f, 0.4f, -0.6f);
      break;
    case Icon::export_files:
      pen.draw.AddLine(pen.at(-0.9f, 0.1f), pen.at(-0.9f, 0.8f), pen.color, line);
      pen.draw.AddLine(pen.at(-0.95f, 0.8f), pen.at(0.95f, 0.8f), pen.color, line);
      pen.draw.AddLine(pen.at(0.9f, 0.1f), pen.at(0.9f, 0.8f), pen.color, line);
      pen.draw.AddLine(pen.at(0.0f, -0.4f), pen.at(0.0f, 0.45f), pen.color, line);
      pen.triangle(-0.5f, -0.3f, 0.5f, -0.3f, 0.0f, -0.95f);
      break;
    case Icon::search:
      pen.draw.AddCircle(pen.at(-0.2f, -0.2f), 0.6f * pen.r, pen.color, 20, line);
      pen.draw.AddLine(pen.at(0.25f, 0.25f), pen.at(0.85f, 0.85f), pen.color, 1.3f * line);
      break;
  }
}

/// Points down if open, else to the right.
void draw_chevron(ImVec2 c, float r, bool open) {
  const ImVec2 down[] = {{c.x - r, c.y - r / 2}, {c.x, c.y + r / 2}, {c.x + r, c.y - r / 2}};
  const ImVec2 right[] = {{c.x - r / 2, c.y - r}, {c.x + r / 2, c.y}, {c.x - r / 2, c.y + r}};
  ImGui::GetWindowDrawList()->AddPolyline(open ? down : right, 3, ImGui::GetColorU32(colors::quiet),
                                          0, 0.5f * r);
}

}  // namespace

bool icon_button(const char* id, Icon icon, float height, const ImVec4& color) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::Button((std::string("##") + id).c_str(), {height, height});
  const ImVec2 center{corner.x + height / 2, corner.y + height / 2};
  draw_icon(icon, {*ImGui::GetWindowDrawList(), center, 0.26f * height, ImGui::GetColorU32(color)});
  return pressed;
}

void tooltip(const std::string& text, const Fonts& fonts) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushFont(fonts.small);
  ImGui::PushTextWrapPos(320.0f * fonts.scale);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndTooltip();
}

std::map<std::string, bool>& sections_open() {
  static std::map<std::string, bool> open;
  return open;
}

bool section(const char* title, const Fonts& fonts, bool open) {
  const bool first = ImGui::GetCursorPosY() <= ImGui::GetStyle().WindowPadding.y;
  if (!first) ImGui::Spacing();
  ImGui::PushFont(fonts.bold);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.0f);
  ImGui::PushStyleColor(ImGuiCol_Header, {0.0f, 0.0f, 0.0f, 0.0f});
  ImGui::PushStyleColor(ImGuiCol_HeaderHovered, {1.0f, 1.0f, 1.0f, 0.05f});
  ImGui::PushStyleColor(ImGuiCol_HeaderActive, {1.0f, 1.0f, 1.0f, 0.08f});
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (!first)
    ImGui::GetWindowDrawList()->AddLine(corner,
                                        {corner.x + ImGui::GetContentRegionAvail().x, corner.y},
                                        ImGui::GetColorU32(ImGuiCol_Separator));
  // Dear ImGui's own arrow looks like a play button.
  ImGui::PushStyleColor(ImGuiCol_Text, {0.0f, 0.0f, 0.0f, 0.0f});
  bool& is_open = sections_open().try_emplace(title, open).first->second;
  ImGui::SetNextItemOpen(is_open);
  is_open = open = ImGui::CollapsingHeader(title);
  ImGui::PopStyleColor(4);
  ImGui::PopStyleVar();
  const float size = ImGui::GetFontSize(), y = corner.y + ImGui::GetStyle().FramePadding.y;
  ImGui::GetWindowDrawList()->AddText({corner.x + size, y}, ImGui::GetColorU32(colors::text),
                                      title);
  draw_chevron({corner.x + 0.35f * size, y + 0.5f * size}, 0.2f * size, open);
  ImGui::PopFont();
  return open;
}

bool choice_row(const char* label, bool chosen, ImVec2 size) {
  const ImGuiCol own = chosen ? ImGuiCol_Header : ImGuiCol_HeaderHovered;
  ImGui::PushStyleColor(ImGuiCol_HeaderHovered, ImGui::GetStyleColorVec4(own));
  const bool clicked = ImGui::Selectable(label, chosen, 0, size);
  ImGui::PopStyleColor();
  return clicked;
}

void word_before(const char* word) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", word);
  ImGui::SameLine(0.42f * ImGui::GetWindowWidth());
  ImGui::SetNextItemWidth(-1.0f);
}

void text_right(const std::string& text) {
  const float width = ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                       std::max(ImGui::GetContentRegionAvail().x - width, 0.0f));
  ImGui::TextUnformatted(text.c_str());
}

void value_row(const char* name, const std::string& value, const ImVec4& color) {
  ImGui::TextColored(color, "%s", name);
  ImGui::SameLine();
  text_right(value);
}

void small_text(const std::string& text, const Fonts& fonts, const ImVec4& color) {
  ImGui::PushFont(fonts.small);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void sparkline(std::span<const float> values, ImVec2 size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  if (values.size() < 2) return;
  const float top = std::max(*std::max_element(values.begin(), values.end()), 1e-6f);
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < values.size(); ++i)
    points.emplace_back(corner.x + size.x * static_cast<float>(i) / (values.size() - 1.0f),
                        corner.y + size.y * (1.0f - 0.9f * values[i] / top));
  ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()),
                                          ImGui::GetColorU32(colors::accent), 0, 1.5f);
}

void draw_field_colors(ImDrawList& draw, ImVec2 low, ImVec2 high) {
  constexpr int steps = 32;
  const auto color = [](float t) {
    const glm::vec3 srgb = field_color(t);
    return ImGui::ColorConvertFloat4ToU32({srgb.r, srgb.g, srgb.b, 1.0f});
  };
  const float width = high.x - low.x;
  for (int i = 0; i < steps; ++i) {
    const float t0 = static_cast<float>(i) / steps, t1 = static_cast<float>(i + 1) / steps;
    const ImU32 from = color(t0), to = color(t1);
    draw.AddRectFilledMultiColor({low.x + t0 * width, low.y}, {low.x + t1 * width, high.y}, from,
                                 to, to, from);
  }
}

void progress_bar(float share, double elapsed_s, float height) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, height};
  float from = 0.0f, to = std::min(share, 1.0f);
  if (share < 0.0f) {
    constexpr float length = 0.25f;
    from = (1.0f - length) * 0.5f * (1.0f - std::cos(2.0f * static_cast<float>(elapsed_s)));
    to = from + length;
  }
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto fill = [&](float left, float right, ImU32 color) {
    draw.AddRectFilled({low.x + left * size.x, low.y}, {low.x + right * size.x, low.y + size.y},
                       color, 0.5f * size.y);
  };
  fill(0.0f, 1.0f, ImGui::GetColorU32(ImGuiCol_FrameBg));
  if (to > from) fill(from, to, ImGui::GetColorU32(colors::accent));
  ImGui::Dummy(size);
}

std::string capitalized(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string with_commas(long number) {
  std::string digits = std::to_string(number);
  const int first = digits.starts_with('-') ? 1 : 0;
  for (int i = static_cast<int>(digits.size()) - 3; i > first; i -= 3) digits.insert(i, ",");
  return digits;
}

std::string three_digits(double value) {
  const double size = std::abs(value);
  if (size == 0.0) return "0";
  if (size < 0.001 || size >= 1e6) return fmt::format("{:.2e}", value);
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 5);
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace limber
