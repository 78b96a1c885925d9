#pragma once

#include <imgui.h>

#include <map>
#include <span>
#include <string>

#include "app/panel/theme.h"

// Small parts that the panels are made of.

namespace limber {

enum class Icon {
  play,
  pause,
  step,
  step_back,
  reset,
  previous,
  next,
  record,
  stop,
  camera,
  search,
  export_files
};

/// A square button with a drawing on it. height: of the button, in pixels.
bool icon_button(const char* id, Icon icon, float height, const ImVec4& color = colors::text);

/// Of the item before, while the mouse rests on it. Breaks long lines.
void tooltip(const std::string& text, const Fonts& fonts);

/// A heading that opens and closes what is below it. open: whether it is when the program starts.
bool section(const char* title, const Fonts& fonts, bool open = true);
/// Whether those that were drawn are open, by their words. What is put in before holds from the
/// start.
std::map<std::string, bool>& sections_open();

/// A row of a list. The chosen one has a colour of its own, which it keeps under the mouse.
bool choice_row(const char* label, bool chosen, ImVec2 size = {});

/// A quiet word on the left and its value at the right edge.
void value_row(const char* name, const std::string& value, const ImVec4& color = colors::quiet);
void text_right(const std::string& text);
/// A quiet word on the left; what comes next takes the rest of the line.
void word_before(const char* word);
/// Breaks lines; in the small font.
void small_text(const std::string& text, const Fonts& fonts, const ImVec4& color = colors::quiet);

/// The values one after another, from zero to the largest, as wide as the rest of the line.
void sparkline(std::span<const float> values, ImVec2 size);

/// The colours of a scalar field, from its low end to its high one.
void draw_field_colors(ImDrawList& draw, ImVec2 low, ImVec2 high);

/// As wide as the rest of the line. share: from 0 to 1, or below 0: a part of the bar wanders, for
/// it is not known how far it is.
void progress_bar(float share, double elapsed_s, float height);

/// The first letter as a capital.
std::string capitalized(std::string text);
/// 1234567 as "1,234,567".
std::string with_commas(long number);
/// Three digits that matter: "0.0123", "4.56", "789".
std::string three_digits(double value);

}  // namespace limber
