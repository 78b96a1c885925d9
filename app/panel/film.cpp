#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "app/panel/sections.h"
#include "app/panel/widgets.h"

namespace limber {

namespace {

constexpr std::array<glm::ivec2, 7> sizes_px{
    {{0, 0}, {1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {1080, 1080}, {1080, 1920}}};
constexpr std::array<double, 7> rates{24.0, 25.0, 30.0, 50.0, 60.0, 100.0, 120.0};
constexpr std::array<int, 3> times{1, 2, 4};

std::string name_of_size(glm::ivec2 size_px) {
  return size_px.x > 0 ? fmt::format("{} x {}", size_px.x, size_px.y) : "As the window";
}

/// A labelled drop-down list. name: returns the text of a value.
template <class Values, class Value, class Name>
void choose(const char* word, const Values& values, Value& chosen, const Name& name) {
  word_before(word);
  if (!ImGui::BeginCombo(("##" + std::string(word)).c_str(), name(chosen).c_str())) return;
  for (const Value& value : values)
    if (ImGui::Selectable(name(value).c_str(), value == chosen)) chosen = value;
  ImGui::EndCombo();
}

std::string times_each_way(int count) {
  return count == 1 ? "none" : fmt::format("{0} x {0}", count);
}

/// Puts the next item into the right half of the line, if the previous one leaves it free.
void go_on_in_the_middle() {
  const float middle = ImGui::GetWindowWidth() / 2.0f;
  if (ImGui::GetItemRectMax().x < ImGui::GetWindowPos().x + middle) ImGui::SameLine(middle);
}

void edit_caption(std::string& caption) {
  char text[160] = "";
  caption.copy(text, sizeof text - 1);
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::InputTextWithHint("##caption", "Caption", text, sizeof text)) caption = text;
}

}  // namespace

void draw_film(const PanelContext& panel) {
  if (!section("Film", panel.fonts, false)) return;
  FilmSettings& film = panel.film;
  ImGui::BeginDisabled(panel.recorder.recording());
  choose("Size", sizes_px, film.size_px, name_of_size);
  choose("Frame rate", rates, film.fps, [](double fps) { return fmt::format("{:g} fps", fps); });
  choose("Supersampling", times, film.supersampling, times_each_way);
  ImGui::Checkbox("PNG pictures", &film.pictures);
  tooltip("Record numbered PNG files instead of a video.", panel.fonts);
  go_on_in_the_middle();
  ImGui::Checkbox("Cut out", &film.cut_out);
  tooltip("PNG files show only the scene and its shadows, on a transparent background.",
          panel.fonts);
  ImGui::EndDisabled();
  choose("Screenshots", times, film.screenshot_times,
         [](int count) { return count == 1 ? "that size" : fmt::format("{} times that", count); });
  ImGui::Checkbox("Frame guide", &film.guide);
  tooltip("Shows which part of the picture is filmed.", panel.fonts);
  go_on_in_the_middle();
  ImGui::Checkbox("Drags and pins", &film.marks);
  tooltip("Whether films show drags and pins.", panel.fonts);
  ImGui::Checkbox("Bar", &film.bar);
  tooltip(fmt::format("{}  ({})", info_of(Action::show_bar).help, info_of(Action::show_bar).keys),
          panel.fonts);
  go_on_in_the_middle();
  ImGui::Checkbox("Bar in films", &film.bar_in_films);
  edit_caption(film.caption);
}

}  // namespace limber
