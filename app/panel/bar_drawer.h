#pragma once

#include <optional>
#include <span>

#include "app/panel/bar.h"
#include "render/resolved_frame.h"

struct ImGuiContext;

namespace limber {

/// Draws a bar over off-screen pictures.
class BarDrawer {
 public:
  BarDrawer();
  ~BarDrawer();
  BarDrawer(const BarDrawer&) = delete;
  BarDrawer& operator=(const BarDrawer&) = delete;

  /// Draws at the picture's lower edge, scaled to its size. lanes: labels of side-by-side pictures,
  /// if any.
  void draw(const std::optional<BarText>& text, std::span<const BarText> lanes,
            const ResolvedFrame& picture);

 private:
  ImGuiContext* context_;
  Fonts fonts_;
};

}  // namespace limber
