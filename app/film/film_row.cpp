#include "app/film/film_row.h"

#include "app/panel/bar_drawer.h"

namespace limber {

FilmRow::FilmRow() = default;
FilmRow::~FilmRow() = default;

ResolvedFrame FilmRow::draw(
    glm::ivec2 size_px, std::span<const BarText> lanes, const std::optional<BarText>& bar,
    const std::function<ResolvedFrame(std::size_t lane, glm::ivec2 size_px)>& picture) {
  const ResolvedFrame row = row_.row(size_px);
  const int count = static_cast<int>(lanes.size());
  for (int i = 0; i < count; ++i) {
    const int left_px = size_px.x * i / count, right_px = size_px.x * (i + 1) / count;
    row_.put(picture(i, {right_px - left_px, size_px.y}), left_px);
  }
  if (!bar_) bar_ = std::make_unique<BarDrawer>();
  bar_->draw(bar, lanes, row);
  return row;
}

}  // namespace limber
