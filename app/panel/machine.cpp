#include <fmt/format.h>

#include "app/build_info.h"
#include "app/panel/sections.h"
#include "app/panel/widgets.h"
#include "kernels/device.h"

namespace limber {

namespace {

std::string words_of(Sharing sharing) {
  switch (sharing) {
    case Sharing::interop:
      return "CUDA writes vertices into OpenGL's buffers; nothing passes through the host";
    case Sharing::mapped:
      return "the CPU copies vertices into memory that OpenGL draws from";
    case Sharing::upload:
      return "vertices are copied through host memory";
  }
  return {};
}

void line(const PanelContext& panel, const char* name, const std::string& text) {
  ImGui::PushFont(panel.fonts.small);
  ImGui::TextDisabled("%s", name);
  ImGui::SameLine(panel.scaled(78.0f));
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopFont();
}

}  // namespace

void draw_machine(const PanelContext& panel) {
  if (!section("Machine", panel.fonts)) return;
  SharedVertices& vertices = panel.player.display().vertices();
  if (device::info().usable) line(panel, "CUDA", device::info().name);
  line(panel, "OpenGL", panel.opengl.renderer);
  if (panel.opengl.is_software)
    small_text("The CPU draws the pictures: a graphics driver would be many times faster.",
               panel.fonts, colors::warning);
  line(panel, "Sharing", words_of(vertices.sharing()));
  if (!vertices.why().empty()) small_text(vertices.why(), panel.fonts, colors::warning);
  line(panel, "Build", build_description());
  if (build_type() != "Release" && build_type() != "RelWithDebInfo")
    small_text("A " + build_type() + " build: many times slower than a release build.", panel.fonts,
               colors::bad);
}

}  // namespace limber
