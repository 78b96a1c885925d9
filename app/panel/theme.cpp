#include "app/panel/theme.h"

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <string>

namespace limber {

namespace {

constexpr const char* inter = "/usr/share/fonts/opentype/inter/";
constexpr const char* dejavu = "/usr/share/fonts/truetype/dejavu/";

/// Loads the first file that exists, at that height in units; otherwise Dear ImGui's default font.
ImFont* load(std::initializer_list<std::string> files, float height, float pixels_per_unit) {
  // Latin, and the few symbols that the panels use: dashes, dots, quotes, powers, minus, times.
  static const ImWchar ranges[] = {0x20,   0xff,   0x2010, 0x2027, 0x2075, 0x2075, 0x2190,
                                   0x2193, 0x2212, 0x2212, 0x2260, 0x2265, 0};
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const float pixels = std::round(height * pixels_per_unit);
  for (const std::string& file : files) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored))
      return atlas.AddFontFromFileTTF(file.c_str(), pixels, nullptr, ranges);
  }
  ImFontConfig config;
  config.SizePixels = pixels;
  return atlas.AddFontDefault(&config);
}

}  // namespace

Fonts load_fonts(float scale, float pixels_per_unit) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.FontGlobalScale = 1.0f / pixels_per_unit;
  const std::string regular = std::string(inter) + "Inter-Regular.otf";
  const std::string semibold = std::string(inter) + "Inter-SemiBold.otf";
  const std::string sans = std::string(dejavu) + "DejaVuSans.ttf";
  const std::string sans_bold = std::string(dejavu) + "DejaVuSans-Bold.ttf";
  Fonts fonts;
  fonts.scale = scale;
  fonts.body = load({regular, sans}, 15.0f * scale, pixels_per_unit);
  fonts.bold = load({semibold, sans_bold, sans}, 15.0f * scale, pixels_per_unit);
  fonts.small = load({regular, sans}, 13.0f * scale, pixels_per_unit);
  fonts.large = load({semibold, sans_bold, sans}, 20.0f * scale, pixels_per_unit);
  fonts.huge = load({semibold, sans_bold, sans}, 30.0f * scale, pixels_per_unit);
  return fonts;
}

void apply_style(float scale) {
  ImGuiStyle style;
  style.WindowRounding = 8.0f;
  style.ChildRounding = 6.0f;
  style.FrameRounding = 5.0f;
  style.PopupRounding = 8.0f;
  style.GrabRounding = 5.0f;
  style.ScrollbarRounding = 6.0f;
  style.ScrollbarSize = 11.0f;
  style.WindowPadding = {12.0f, 12.0f};
  style.FramePadding = {8.0f, 4.0f};
  style.ItemSpacing = {8.0f, 6.0f};
  style.ItemInnerSpacing = {6.0f, 4.0f};
  style.CellPadding = {4.0f, 2.0f};
  style.IndentSpacing = 12.0f;
  style.FrameBorderSize = 1.0f;
  style.WindowBorderSize = 1.0f;
  style.PopupBorderSize = 1.0f;
  style.GrabMinSize = 10.0f;
  style.WindowTitleAlign = {0.0f, 0.5f};
  style.ScaleAllSizes(scale);

  ImVec4* c = style.Colors;
  ImGui::StyleColorsDark(&style);
  const ImVec4 frame{0.165f, 0.185f, 0.215f, 1.0f};
  const ImVec4 frame_hot{0.215f, 0.240f, 0.280f, 1.0f};
  const ImVec4 frame_held{0.245f, 0.280f, 0.320f, 1.0f};
  c[ImGuiCol_Text] = colors::text;
  c[ImGuiCol_TextDisabled] = colors::quiet;
  c[ImGuiCol_WindowBg] = {0.085f, 0.095f, 0.115f, 0.93f};
  c[ImGuiCol_ChildBg] = {0.0f, 0.0f, 0.0f, 0.0f};
  c[ImGuiCol_PopupBg] = {0.105f, 0.118f, 0.140f, 0.98f};
  c[ImGuiCol_MenuBarBg] = {0.085f, 0.095f, 0.115f, 0.96f};
  c[ImGuiCol_Border] = {0.30f, 0.34f, 0.40f, 0.35f};
  c[ImGuiCol_FrameBg] = frame;
  c[ImGuiCol_FrameBgHovered] = frame_hot;
  c[ImGuiCol_FrameBgActive] = frame_held;
  c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = {0.105f, 0.118f, 0.140f, 1.0f};
  c[ImGuiCol_ScrollbarBg] = {0.0f, 0.0f, 0.0f, 0.0f};
  c[ImGuiCol_ScrollbarGrab] = {0.27f, 0.30f, 0.34f, 0.8f};
  c[ImGuiCol_CheckMark] = colors::accent;
  c[ImGuiCol_SliderGrab] = {0.17f, 0.46f, 0.45f, 1.0f};  // a value is drawn over it
  c[ImGuiCol_SliderGrabActive] = {0.20f, 0.56f, 0.54f, 1.0f};
  c[ImGuiCol_Button] = frame;
  c[ImGuiCol_ButtonHovered] = frame_hot;
  c[ImGuiCol_ButtonActive] = frame_held;
  c[ImGuiCol_Header] = {0.20f, 0.42f, 0.42f, 0.55f};
  c[ImGuiCol_HeaderHovered] = frame_hot;
  c[ImGuiCol_HeaderActive] = frame_held;
  c[ImGuiCol_Separator] = {0.30f, 0.34f, 0.40f, 0.35f};
  c[ImGuiCol_PlotLines] = colors::accent;
  c[ImGuiCol_PlotHistogram] = colors::accent;
  c[ImGuiCol_TableHeaderBg] = {0.0f, 0.0f, 0.0f, 0.0f};
  c[ImGuiCol_TableBorderLight] = {0.30f, 0.34f, 0.40f, 0.25f};
  c[ImGuiCol_TableRowBgAlt] = {1.0f, 1.0f, 1.0f, 0.025f};
  c[ImGuiCol_ModalWindowDimBg] = {0.02f, 0.03f, 0.04f, 0.60f};
  c[ImGuiCol_TextSelectedBg] = {0.20f, 0.55f, 0.53f, 0.6f};
  ImGui::GetStyle() = style;
}

}  // namespace limber
