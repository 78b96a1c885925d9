#include <fmt/format.h>

#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

void slider(const char* word, float& value, float low, float high, const char* format,
            const char* help, const PanelContext& panel) {
  word_before(word);
  ImGui::SliderFloat(fmt::format("##{}", word).c_str(), &value, low, high, format,
                     ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  tooltip(help, panel.fonts);
}

}  // namespace

void draw_tools(const PanelContext& panel) {
  if (!section("Tools", panel.fonts, false)) return;
  BallGun& gun = panel.gun;
  slider("Ball: radius", gun.kind.radius_m, BallKind::min_radius_m, BallKind::max_radius_m,
         "%.3g m", "Changing the size removes the balls that have been shot.", panel);
  slider("Ball: density", gun.kind.density_kg_m3, BallKind::min_density_kg_m3,
         BallKind::max_density_kg_m3, "%.4g kg/m^3",
         "Changing the density removes the balls, too. Water has 1000.", panel);
  slider("Ball: speed", gun.speed_m_s, BallGun::min_speed_m_s, BallGun::max_speed_m_s, "%.3g m/s",
         "Speed at the camera. Slow balls fall short of distant targets.", panel);
  const ActionInfo& shoot = info_of(Action::shoot);
  if (ImGui::Button(shoot.name.data(), {-1.0f, 0.0f})) panel.act(Action::shoot);
  tooltip(fmt::format("Shoots at the middle of the picture; {} shoots at what is under the mouse.",
                      shoot.keys),
          panel.fonts);
  const ActionInfo& add = info_of(Action::add_body);
  if (ImGui::Button(add.name.data(), {-1.0f, 0.0f})) panel.act(Action::add_body);
  tooltip(fmt::format("Adds a copy of the body nearest to the middle of the picture; {} adds one "
                      "of what is under the mouse.",
                      add.keys),
          panel.fonts);
  slider("Air: speed", gun.blown_m_s, BallGun::min_blown_m_s, BallGun::max_blown_m_s, "%.3g m/s",
         "Speed of the air that W blows at what is under the mouse.", panel);
}

}  // namespace limber
