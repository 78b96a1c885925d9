#pragma once

#include "app/panel/bar.h"
#include "render/resolved_frame.h"

struct ImGuiContext;

namespace limber {

/// Draws a bar over pictures that no window shows.
class BarDrawer {
 public:
  BarDrawer();
  ~BarDrawer();
  BarDrawer(const BarDrawer&) = delete;
  BarDrawer& operator=(const BarDrawer&) = delete;

  /// Over the picture's lower edge, as large as suits its size.
  void draw(const BarText& text, const ResolvedFrame& picture);

 private:
  ImGuiContext* context_;
  Fonts fonts_;
};

}  // namespace limber
