#include <fmt/format.h>

#include <algorithm>

#include "app/panel/parameter_label.h"
#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

constexpr float label_share = 0.45f;

/// Dear ImGui's sliders accept typed values on Ctrl+click; this makes a double-click do the same.
class DoubleClickTypes {
 public:
  DoubleClickTypes() : ctrl_(ImGui::GetIO().KeyCtrl) {
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ImGui::GetIO().KeyCtrl = true;
  }
  ~DoubleClickTypes() { ImGui::GetIO().KeyCtrl = ctrl_; }
  DoubleClickTypes(const DoubleClickTypes&) = delete;
  DoubleClickTypes& operator=(const DoubleClickTypes&) = delete;

 private:
  bool ctrl_;
};

ImGuiSliderFlags flags_of(const Parameter& parameter) {
  return ImGuiSliderFlags_AlwaysClamp |
         (parameter.logarithmic ? ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoRoundToFormat
                                : ImGuiSliderFlags_NoRoundToFormat);
}

/// Draws the widget for one type of value. Returns true when the value has changed.
struct Widget {
  const Parameter& parameter;
  const std::string& unit;

  float low() const { return static_cast<float>(parameter.low); }
  float high() const { return static_cast<float>(parameter.high); }
  bool bounded() const { return parameter.low < parameter.high; }
  std::string format(const char* number) const {
    return unit.empty() ? number : number + (" " + unit);
  }

  bool operator()(bool* value) const { return ImGui::Checkbox("##value", value); }
  bool operator()(int* value) const {
    if (!bounded()) return ImGui::DragInt("##value", value, 1.0f, 0, 0, format("%d").c_str());
    return ImGui::SliderInt("##value", value, static_cast<int>(parameter.low),
                            static_cast<int>(parameter.high), format("%d").c_str(),
                            flags_of(parameter));
  }
  bool operator()(float* value) const {
    if (!bounded())
      return ImGui::DragFloat("##value", value, 0.01f, 0.0f, 0.0f, format("%.4g").c_str());
    return ImGui::SliderFloat("##value", value, low(), high(), format("%.4g").c_str(),
                              flags_of(parameter));
  }
  bool operator()(glm::vec3* value) const {
    const float speed = bounded() ? (high() - low()) / 400.0f : 0.01f;
    return ImGui::DragFloat3("##value", &value->x, speed, low(), high(), "%.3g",
                             ImGuiSliderFlags_AlwaysClamp);
  }
  bool operator()(std::string* value) const {
    bool changed = false;
    if (!ImGui::BeginCombo("##value", value->c_str())) return false;
    for (const std::string& choice : parameter.choices) {
      if (!ImGui::Selectable(choice.c_str(), choice == *value)) continue;
      changed = choice != *value;
      *value = choice;
    }
    ImGui::EndCombo();
    return changed;
  }
};

std::string described(const Parameter& parameter, const ParameterLabel& label,
                      const std::string& initial) {
  std::string text = parameter.help + ".\n\n" + parameter.key;
  if (!label.unit.empty()) text += "  in " + label.unit;
  const std::string range = parameter.range_text();
  if (!range.empty()) text += "\nRange: " + range;
  return text + "\nAt the start: " + initial + "\n\nDouble-click or Ctrl+click to type a value.";
}

void draw_row(const PanelContext& panel, std::size_t place) {
  const Parameter& parameter = panel.player.parameters()[place];
  const std::string& initial = panel.player.usual_value(place);
  const ParameterLabel label = label_of(parameter.key);
  const bool changed = parameter.text() != initial;
  const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
  const float reset_width = panel.scaled(20.0f);
  ImGui::PushID(parameter.key.c_str());

  ImGui::PushFont(panel.fonts.small);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(changed ? colors::accent : colors::text, "%s", label.name.c_str());
  tooltip(described(parameter, label, initial), panel.fonts);
  ImGui::SameLine(left + label_share * width);
  ImGui::SetNextItemWidth((1.0f - label_share) * width - reset_width);
  const DoubleClickTypes double_click_types;
  if (std::visit(Widget{parameter, label.unit}, parameter.target))
    panel.player.parameter_changed(place);
  if (!ImGui::IsItemActive()) tooltip(described(parameter, label, initial), panel.fonts);
  ImGui::PopFont();

  if (changed) {
    ImGui::SameLine(0.0f, panel.scaled(2.0f));
    const float size = std::min(ImGui::GetFrameHeight(), reset_width - panel.scaled(2.0f));
    if (icon_button("reset", Icon::reset, size, colors::quiet)) {
      parameter.set(initial);
      panel.player.parameter_changed(place);
    }
    tooltip("Back to " + initial, panel.fonts);
  }
  ImGui::PopID();
}

void choose_preset(const PanelContext& panel) {
  const std::vector<Preset>& presets = panel.player.scene().presets;
  if (presets.empty()) return;
  word_before("Preset");
  if (!ImGui::BeginCombo("##preset", "choose ...")) return;
  for (const Preset& preset : presets) {
    if (ImGui::Selectable(preset.name.c_str()))
      panel.later([&player = panel.player, preset] { player.use(preset); });
    std::string help = preset.about;
    for (const std::string& setting : preset.settings) help += (help.empty() ? "" : "\n") + setting;
    tooltip(help, panel.fonts);
  }
  ImGui::EndCombo();
}

/// The scene's features that Parameter::only_with may name.
std::vector<std::string> scene_has(const PanelContext& panel) {
  std::vector<std::string> names;
  for (const ConstraintCount& constraint : panel.player.readings().counts.constraints)
    names.push_back(constraint.type);
  if (!panel.player.draw_list().foams.empty()) names.emplace_back("foam");
  return names;
}

}  // namespace

void ParameterList::draw_head(const PanelContext& panel, std::size_t hidden, bool changed) {
  ImGui::PushFont(panel.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {panel.scaled(6.0f), panel.scaled(2.0f)});
  ImGui::Checkbox("All", &all_);
  tooltip("Show parameters that have no effect with the current settings, too.", panel.fonts);
  ImGui::SameLine();
  const ActionInfo& reset = info_of(Action::reset_parameters);
  const float width = ImGui::CalcTextSize("Reset all").x + 2.0f * ImGui::GetStyle().FramePadding.x;
  const std::string hint = fmt::format("{} without effect here", hidden);
  const float hint_width = ImGui::CalcTextSize(hint.c_str()).x + panel.scaled(8.0f);
  if (hidden > 0 && ImGui::GetContentRegionAvail().x >= hint_width + width) {
    ImGui::TextDisabled("%s", hint.c_str());
    ImGui::SameLine();
  }
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                       std::max(ImGui::GetContentRegionAvail().x - width, 0.0f));
  ImGui::BeginDisabled(!changed);
  if (ImGui::Button("Reset all")) panel.act(reset.action);
  ImGui::EndDisabled();
  tooltip(fmt::format("{}  ({})", reset.help, reset.keys), panel.fonts);
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void ParameterList::draw(const PanelContext& panel, float max_height) {
  if (!section("Parameters", panel.fonts)) return;
  const std::vector<Parameter>& parameters = panel.player.parameters();
  const std::vector<std::string> has = scene_has(panel);
  std::vector<std::size_t> shown;
  bool any_changed = false;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool changed = parameters[i].text() != panel.player.usual_value(i);
    any_changed |= changed;
    if (all_ || changed || has_effect(parameters[i], parameters, has)) shown.push_back(i);
  }
  const float above = ImGui::GetCursorPosY();
  choose_preset(panel);
  draw_head(panel, parameters.size() - shown.size(), any_changed);
  const float head = ImGui::GetCursorPosY() - above;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {panel.scaled(6.0f), panel.scaled(3.0f)});
  ImGui::PushFont(panel.fonts.small);
  const float row = ImGui::GetFrameHeightWithSpacing();
  ImGui::PopFont();
  ImGui::BeginChild("parameters",
                    {0.0f, std::min(static_cast<float>(shown.size()) * row, max_height - head)});
  for (const std::size_t place : shown) draw_row(panel, place);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace limber
