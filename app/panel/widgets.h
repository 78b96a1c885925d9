#pragma once

#include <imgui.h>

#include <map>
#include <span>
#include <string>

#include "app/panel/theme.h"

// Widgets used by the panels.

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

/// A square icon button. height: in pixels.
bool icon_button(const char* id, Icon icon, float height, const ImVec4& color = colors::text);

/// Tooltip of the previous item. Wraps long lines.
void tooltip(const std::string& text, const Fonts& fonts);

/// A collapsible heading. open: its initial state.
bool section(const char* title, const Fonts& fonts, bool open = true);
/// Open state of the sections, by title. Set entries before the first frame to override the
/// defaults.
std::map<std::string, bool>& sections_open();

/// A row of a list. The chosen row is highlighted, also under the mouse.
bool choice_row(const char* label, bool chosen, ImVec2 size = {});

/// A dimmed name on the left and its value at the right edge.
void value_row(const char* name, const std::string& value, const ImVec4& color = colors::quiet);
void text_right(const std::string& text);
/// A dimmed word on the left; the next item takes the rest of the line.
void word_before(const char* word);
/// Wrapped text in the small font.
void small_text(const std::string& text, const Fonts& fonts, const ImVec4& color = colors::quiet);

/// A line plot of the values, from zero to the maximum.
void sparkline(std::span<const float> values, ImVec2 size);

/// The colour bar of a scalar field, low to high.
void draw_field_colors(ImDrawList& draw, ImVec2 low, ImVec2 high);

/// As wide as the rest of the line. share: 0 to 1; negative: unknown, shown as a moving segment.
void progress_bar(float share, double elapsed_s, float height);

/// Capitalizes the first letter.
std::string capitalized(std::string text);
/// 1234567 as "1,234,567".
std::string with_commas(long number);
/// Three significant digits: "0.0123", "4.56", "789".
std::string three_digits(double value);

}  // namespace limber
