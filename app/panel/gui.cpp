#include "app/panel/gui.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <utility>

namespace limber {

Gui::Gui(Window& window) : window_(window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // write no file to the working directory
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  ImGui_ImplOpenGL3_Init("#version 450 core");
  scale_to_monitor();
}

Gui::~Gui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Gui::scale_to_monitor() {
  // If window units are not pixels, Dear ImGui lays out in units and scales when drawing.
  const float scale = text_size_ * window_.content_scale() / window_.pixels_per_unit().x;
  if (scale == fonts_.scale) return;
  const bool again = fonts_.scale > 0.0f;
  fonts_ = load_fonts(scale, window_.pixels_per_unit().x);
  apply_style(scale);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  if (again) ImGui_ImplOpenGL3_CreateFontsTexture();  // otherwise the first frame does
}

void Gui::left_pressed(double now_s) {
  double_clicked_ |= now_s - left_pressed_s_ < ImGui::GetIO().MouseDoubleClickTime;
  // A third press does not count as another double-click.
  left_pressed_s_ = double_clicked_ ? -1e9 : now_s;
}

void Gui::begin_frame() {
  scale_to_monitor();
  ImGuiIO& io = ImGui::GetIO();
  std::vector<int> up_again;
  for (const int key : std::exchange(tapped_, {})) {
    if (key < 0 || io.KeysDown[key]) continue;
    io.KeysDown[key] = true;
    up_again.push_back(key);
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  if (std::exchange(double_clicked_, false) && io.MouseClicked[ImGuiMouseButton_Left])
    io.MouseClickedCount[ImGuiMouseButton_Left] = 2;
  for (const int key : up_again) io.KeysDown[key] = false;
}

void Gui::end_frame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Gui::covers(glm::vec2 cursor) const {
  // io.WantCaptureMouse refers to the cursor of the last frame, which may be elsewhere at low frame
  // rates.
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  if (context.OpenPopupStack.Size > 0 || context.ActiveId != 0) return true;
  for (const ImGuiWindow* window : context.Windows)
    if (window->Active && !window->Hidden && !(window->Flags & ImGuiWindowFlags_NoInputs) &&
        window->OuterRectClipped.Contains(ImVec2(cursor.x, cursor.y)))
      return true;
  return false;
}

bool Gui::types() const { return ImGui::GetIO().WantTextInput; }

bool Gui::close_menus() {
  if (ImGui::GetCurrentContext()->OpenPopupStack.Size == 0) return false;
  ImGui::ClosePopupToLevel(0, true);
  return true;
}

}  // namespace limber
