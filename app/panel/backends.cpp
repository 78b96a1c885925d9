#include <fmt/format.h>

#include <algorithm>

#include "app/panel/sections.h"
#include "app/panel/widgets.h"
#include "kernels/device.h"

namespace limber {

namespace {

constexpr std::array<Action, 3> actions{Action::use_serial, Action::use_tbb, Action::use_cuda};

std::string runs_on(const PanelContext& panel, Backend backend) {
  if (backend == Backend::serial) return "serial";
  if (backend == Backend::cuda)
    return "CUDA, " + (device::info().usable ? device::info().name : "not available");
  const Readings& now = panel.player.readings();
  return now.backend == Backend::tbb ? fmt::format("TBB, {} threads", now.threads) : "TBB";
}

/// Its cost: "1.24 ms/step", and the speedup over one core. The former is omitted if it does not
/// fit after the backend's name, which ends at name_end; the statistics show it, too.
void draw_cost(const PanelContext& panel, Backend backend, ImVec2 low, ImVec2 high,
               float name_end) {
  const std::optional<double> ms = panel.player.readings().ms_of(backend);
  if (!ms) return;
  const auto write = [&](ImFont* font, float y, const ImVec4& color, const std::string& text,
                         float from_x) {
    ImGui::PushFont(font);
    const float x = high.x - ImGui::CalcTextSize(text.c_str()).x - panel.scaled(10.0f);
    if (x > from_x)
      ImGui::GetWindowDrawList()->AddText({x, y}, ImGui::GetColorU32(color), text.c_str());
    ImGui::PopFont();
  };
  const float first_y = low.y + panel.scaled(5.0f), second_y = low.y + panel.scaled(24.0f);
  write(panel.fonts.bold, first_y, colors::text, three_digits(*ms) + " ms/step", name_end);
  const std::optional<double> serial_ms = panel.player.readings().ms_of(Backend::serial);
  if (backend == Backend::serial)
    write(panel.fonts.small, second_y, colors::quiet, "reference", low.x);
  else if (serial_ms)
    write(panel.fonts.small, second_y, colors::accent,
          fmt::format("{} x serial", three_digits(*serial_ms / *ms)), low.x);
}

void draw_card(const PanelContext& panel, Backend backend, bool usable) {
  const ActionInfo& info = info_of(actions[static_cast<int>(backend)]);
  const bool runs = panel.player.readings().backend == backend;
  const ImVec2 size{ImGui::GetContentRegionAvail().x, panel.scaled(44.0f)};
  if (ImGui::InvisibleButton(info.name.data(), size)) panel.act(info.action);  // or says why not
  const bool hot = usable && ImGui::IsItemHovered();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec4 ground = runs ? colors::accent_dim : colors::card;
  draw.AddRectFilled(low, high, ImGui::GetColorU32(ground), panel.scaled(6.0f));
  if (runs || hot)
    draw.AddRect(low, high, ImGui::GetColorU32(runs ? colors::accent : colors::quiet),
                 panel.scaled(6.0f), 0, panel.scaled(runs ? 1.5f : 1.0f));
  const ImU32 name_color = ImGui::GetColorU32(usable ? colors::text : colors::quiet);
  ImGui::PushFont(panel.fonts.bold);
  const float name_start = low.x + panel.scaled(10.0f);
  const float name_end = name_start + ImGui::CalcTextSize(info.name.data()).x;
  draw.AddText({name_start, low.y + panel.scaled(5.0f)}, name_color, info.name.data());
  ImGui::PopFont();
  ImGui::PushFont(panel.fonts.small);
  const float text_end = low.x + 0.62f * size.x;
  ImGui::PushClipRect(low, {text_end, high.y}, true);
  draw.AddText({name_start, low.y + panel.scaled(24.0f)},
               ImGui::GetColorU32(runs ? colors::text : colors::quiet),
               runs_on(panel, backend).c_str());
  ImGui::PopClipRect();
  ImGui::PopFont();
  draw_cost(panel, backend, low, high, name_end);
}

/// Whether another run can be added: they are built one at a time.
bool has_room(const Comparison& comparison) {
  return !comparison.opening() && comparison.beside_count() < Comparison::max_beside;
}

/// Checkboxes for other backends to run beside it.
void draw_beside(const PanelContext& panel) {
  constexpr std::array names{"one core", "all cores", "GPU"};
  Comparison& comparison = panel.comparison;
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("Beside it");
  for (const Backend backend : all_backends) {
    if (backend == panel.player.readings().backend ||
        (backend == Backend::cuda && !device::info().usable))
      continue;
    ImGui::SameLine();
    bool beside = comparison.is_beside({backend});
    ImGui::BeginDisabled(!beside && !has_room(comparison));
    if (ImGui::Checkbox(names[static_cast<int>(backend)], &beside))
      panel.later([&comparison, backend, beside] { comparison.set_beside({backend}, beside); });
    ImGui::EndDisabled();
    tooltip(std::string(info_of(Action::compare).help), panel.fonts);
  }
}

/// Checkboxes for other methods of the scene's systems to run beside it.
void draw_methods_beside(const PanelContext& panel) {
  Comparison& comparison = panel.comparison;
  for (const Parameter& parameter : panel.player.parameters()) {
    if (parameter.key != "method" && !parameter.key.ends_with(".method")) continue;
    for (const std::string& choice : parameter.choices) {
      const Variant variant{.backend = {}, .values = {parameter.key + "=" + choice}};
      if (choice == parameter.text()) continue;
      bool beside = comparison.is_beside(variant);
      ImGui::BeginDisabled(!beside && !has_room(comparison));
      if (ImGui::Checkbox((parameter.key + " " + choice).c_str(), &beside))
        panel.later([&comparison, variant, beside] { comparison.set_beside(variant, beside); });
      ImGui::EndDisabled();
      tooltip("The same scene by another method, side by side, on this backend.", panel.fonts);
    }
  }
}

}  // namespace

void draw_solvers(const PanelContext& panel) {
  if (!section("Backend", panel.fonts)) return;
  for (const Backend backend : all_backends) {
    const bool usable = backend != Backend::cuda || device::info().usable;
    draw_card(panel, backend, usable);
    const ActionInfo& info = info_of(actions[static_cast<int>(backend)]);
    tooltip(usable ? fmt::format("{}, from the same state  ({})", info.help, info.keys)
                   : "Not available: " + device::info().reason + ".",
            panel.fonts);
  }
  draw_beside(panel);
  draw_methods_beside(panel);
}

}  // namespace limber
