#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>

#include "app/film/bar_text.h"
#include "render/picture_copy.h"

namespace limber {

class BarDrawer;

/// Composes pictures side by side, each labelled with its backend.
class FilmRow {
 public:
  FilmRow();
  ~FilmRow();

  /// lanes: the labels, from left to right. picture: draws one lane at the given size. Valid until
  /// the next call.
  ResolvedFrame draw(
      glm::ivec2 size_px, std::span<const BarText> lanes, const std::optional<BarText>& bar,
      const std::function<ResolvedFrame(std::size_t lane, glm::ivec2 size_px)>& picture);

 private:
  PictureCopy row_;
  std::unique_ptr<BarDrawer> bar_;
};

}  // namespace limber
