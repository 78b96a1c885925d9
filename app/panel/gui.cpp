#include "app/panel/gui.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
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

void Gui::mouse_button(int button, bool down, glm::vec2 cursor, double now_s) {
  if (button < 0 || button >= static_cast<int>(mouse_down_.size())) return;
  MouseEvent event{button, down, cursor, false};
  if (button == GLFW_MOUSE_BUTTON_LEFT && down) {
    event.completes_double_click = now_s - left_pressed_s_ < ImGui::GetIO().MouseDoubleClickTime;
    // A third press does not count as another double-click.
    left_pressed_s_ = event.completes_double_click ? -1e9 : now_s;
  }
  mouse_events_.push_back(event);
}

/// One event a frame, for Dear ImGui takes a click from what changed between two frames.
void Gui::take_mouse_event() {
  if (mouse_events_.empty()) return;
  const MouseEvent event = mouse_events_.front();
  mouse_events_.pop_front();
  double_clicked_ |= event.completes_double_click;
#if IMGUI_VERSION_NUM < 18700  // later versions queue events themselves
  ImGuiIO& io = ImGui::GetIO();
  mouse_down_[event.button] = event.down;
  std::ranges::copy(mouse_down_, io.MouseDown);
  io.MousePos = ImVec2(event.cursor.x, event.cursor.y);
#endif
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
  take_mouse_event();
  ImGui::NewFrame();
  if (io.MouseClicked[ImGuiMouseButton_Left] && std::exchange(double_clicked_, false))
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
