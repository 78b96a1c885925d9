#pragma once

#include <optional>
#include <span>

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

  /// Over the picture's lower edge, as large as suits its size. lanes: labels of what stands side
  /// by side in it, if anything does.
  void draw(const std::optional<BarText>& text, std::span<const BarText> lanes,
            const ResolvedFrame& picture);

 private:
  ImGuiContext* context_;
  Fonts fonts_;
};

}  // namespace limber
