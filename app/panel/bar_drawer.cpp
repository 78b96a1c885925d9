#include "app/panel/bar_drawer.h"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>

#include "app/panel/lane_labels.h"
#include "render/picture_copy.h"

namespace limber {

namespace {

constexpr float usual_width_px = 1280.0f, usual_height_px = 720.0f;
constexpr float smallest_scale = 0.5f;  // for readable text

/// Makes this Dear ImGui context current while it exists; the window has its own.
class Working {
 public:
  explicit Working(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~Working() { ImGui::SetCurrentContext(before_); }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  ImGuiContext* before_;
};

}  // namespace

BarDrawer::BarDrawer() {
  ImGuiContext* const before = ImGui::GetCurrentContext();
  context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(before);
  const Working working(context_);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplOpenGL3_Init("#version 450 core");
}

BarDrawer::~BarDrawer() {
  {
    const Working working(context_);
    ImGui_ImplOpenGL3_Shutdown();
  }
  ImGui::DestroyContext(context_);
}

void BarDrawer::draw(const std::optional<BarText>& text, std::span<const BarText> lanes,
                     const ResolvedFrame& picture) {
  const Working working(context_);
  const ImVec2 size{static_cast<float>(picture.width), static_cast<float>(picture.height)};
  const float scale =
      std::max(std::min(size.x / usual_width_px, size.y / usual_height_px), smallest_scale);
  if (scale != fonts_.scale) {
    const bool again = fonts_.scale > 0.0f;
    fonts_ = load_fonts(scale, 1.0f);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    if (again) ImGui_ImplOpenGL3_CreateFontsTexture();  // otherwise the first frame does
  }
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = size;
  io.DeltaTime = 1.0f / 60.0f;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  if (!lanes.empty()) draw_lane_labels(draw, fonts_, lanes, {0.0f, 0.0f}, size);
  const float margin = 16.0f * scale;
  if (text) draw_bar(draw, fonts_, *text, {margin, margin}, {size.x - margin, size.y - margin});
  ImGui::Render();
  const DrawnOver drawn_over(picture);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace limber
