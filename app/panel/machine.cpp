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
      return "CUDA copies vertices to OpenGL, nothing passes through the host";
    case Sharing::mapped:
      return "the CPU copies vertices into memory that OpenGL draws from";
    case Sharing::upload:
      return "vertices are copied through host memory";
  }
  return {};
}

void line(const Desk& desk, const char* name, const std::string& text) {
  ImGui::PushFont(desk.fonts.small);
  ImGui::TextDisabled("%s", name);
  ImGui::SameLine(desk.scaled(78.0f));
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopFont();
}

}  // namespace

void draw_machine(const Desk& desk) {
  if (!section("Machine", desk.fonts)) return;
  SharedVertices& vertices = desk.player.display().vertices();
  if (device::info().usable) line(desk, "CUDA", device::info().name);
  line(desk, "OpenGL", desk.opengl.renderer);
  if (desk.opengl.is_software)
    small_text("The CPU draws the pictures: a graphics driver would be many times faster.",
               desk.fonts, colors::warning);
  line(desk, "Sharing", words_of(vertices.sharing()));
  if (!vertices.why().empty()) small_text(vertices.why(), desk.fonts, colors::warning);
  line(desk, "Build", build_description());
  if (build_type() != "Release" && build_type() != "RelWithDebInfo")
    small_text("A " + build_type() + " build: many times slower than a release build.", desk.fonts,
               colors::bad);
}

}  // namespace limber
