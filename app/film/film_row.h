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

/// Pictures side by side in one, each with the label of its backend.
class FilmRow {
 public:
  FilmRow();
  ~FilmRow();

  /// lanes: the labels, from left to right. picture: draws one of them in that size. Valid until
  /// the next one.
  ResolvedFrame draw(
      glm::ivec2 size_px, std::span<const BarText> lanes, const std::optional<BarText>& bar,
      const std::function<ResolvedFrame(std::size_t lane, glm::ivec2 size_px)>& picture);

 private:
  PictureCopy row_;
  std::unique_ptr<BarDrawer> bar_;
};

}  // namespace limber
