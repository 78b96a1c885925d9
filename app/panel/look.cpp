#include <cmath>
#include <string>

#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

bool slider(const char* word, float& value, float low, float high, const char* format,
            ImGuiSliderFlags flags = 0) {
  word_before(word);
  return ImGui::SliderFloat((std::string("##") + word).c_str(), &value, low, high, format,
                            flags | ImGuiSliderFlags_AlwaysClamp);
}

/// Edits linear RGB with an sRGB picker.
void edit_color(const char* word, glm::vec3& linear, const char* help, const Fonts& fonts) {
  constexpr float gamma = 2.2f;
  glm::vec3 shown = glm::pow(linear, glm::vec3(1.0f / gamma));
  word_before(word);
  if (ImGui::ColorEdit3(
          (std::string("##") + word).c_str(), &shown.x,
          ImGuiColorEditFlags_HDR | ImGuiColorEditFlags_Float | ImGuiColorEditFlags_NoInputs))
    linear = glm::clamp(glm::pow(glm::max(shown, glm::vec3(0.0f)), glm::vec3(gamma)), 0.0f,
                        brightest_color);
  tooltip(help, fonts);
}

/// Presets do not change the lens.
void choose_look(Look& look, const Look& of_scene) {
  const auto through_lens = [&](Look named) {
    named.lens = look.lens;
    return named;
  };
  const char* chosen = look == of_scene ? "as in the scene" : "changed";
  for (const NamedLook& named : named_looks())
    if (look == through_lens(named.look) && look != of_scene) chosen = named.name.data();
  word_before("Look");
  if (!ImGui::BeginCombo("##look", chosen)) return;
  if (ImGui::Selectable("as in the scene", look == of_scene)) look = of_scene;
  for (const NamedLook& named : named_looks())
    if (ImGui::Selectable(named.name.data(), look == through_lens(named.look)))
      look = through_lens(named.look);
  ImGui::EndCombo();
}

void choose_quality(QualityLevel& quality, const Fonts& fonts) {
  word_before("Quality");
  if (ImGui::BeginCombo("##quality", std::string(name_of(quality)).c_str())) {
    for (const QualityLevel level : quality_levels)
      if (ImGui::Selectable(std::string(name_of(level)).c_str(), level == quality)) quality = level;
    ImGui::EndCombo();
  }
  tooltip("How smooth edges and shadows are, and how detailed fluids. Low is the fastest.", fonts);
}

/// Values that the sliders show as 0 become exactly 0, which has a special meaning.
void edit_lens(Lens& lens, const Fonts& fonts) {
  slider("Aperture", lens.aperture, 0.0f, widest_aperture,
         lens.aperture > 0.0f ? "%.3f" : "closed");
  tooltip(
      "Depth of field: how large a disc a point far away becomes, relative to the picture's "
      "height. Closed, everything is sharp.",
      fonts);
  if (lens.aperture < 0.0005f) lens.aperture = 0.0f;
  if (lens.aperture == 0.0f) return;
  slider("Focus", lens.focus, 0.0f, max_focus, lens.focus > 0.0f ? "%.2f x" : "middle of the view",
         ImGuiSliderFlags_Logarithmic);
  tooltip(
      "Distance that is sharp, relative to that of the point that the camera orbits. At 0 it is "
      "that of what is at the middle of the view.",
      fonts);
  if (lens.focus < 0.005f) lens.focus = 0.0f;
}

}  // namespace

void draw_look(const PanelContext& panel) {
  if (!section("Light", panel.fonts, false)) return;
  ViewOptions& view = panel.player.display().view;
  Look& look = view.look;
  choose_look(look, panel.player.scene().look);

  glm::vec3 to_light = glm::normalize(look.to_light);
  float height_deg = glm::degrees(std::asin(to_light.y));
  float turned_deg = glm::degrees(std::atan2(to_light.x, to_light.z));
  bool moved = slider("Direction", turned_deg, -180.0f, 180.0f, "%.0f deg");
  tooltip("Where the light comes from, turned about the vertical from +z.", panel.fonts);
  moved |= slider("Height", height_deg, lowest_light_deg, 89.0f, "%.0f deg");
  tooltip("Angle of the light above the ground.", panel.fonts);
  if (moved) {
    const float turned = glm::radians(turned_deg), height = glm::radians(height_deg);
    look.to_light = {std::sin(turned) * std::cos(height), std::sin(height),
                     std::cos(turned) * std::cos(height)};
  }
  slider("Exposure", look.exposure_stops, -5.0f, 5.0f, "%+.1f stops");
  edit_color("Light", look.light, "Colour and strength of the light that casts shadows.",
             panel.fonts);
  edit_color("Horizon", look.horizon, "Background at eye level, and the floor.", panel.fonts);
  edit_color("Zenith", look.zenith, "Background above.", panel.fonts);
  slider("Ambient", look.ambient, 0.0f, 20.0f, "%.2g x", ImGuiSliderFlags_Logarithmic);
  tooltip("Strength of the ambient light, relative to that of the background.", panel.fonts);
  edit_lens(look.lens, panel.fonts);
  choose_quality(view.quality, panel.fonts);
}

}  // namespace limber
