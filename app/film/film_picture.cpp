#include "app/film/film_picture.h"

#include "app/panel/bar_drawer.h"

namespace limber {

FilmPicture::FilmPicture(Display& display) : display_(display) {}
FilmPicture::~FilmPicture() = default;

ResolvedFrame FilmPicture::draw(const Camera& from, glm::ivec2 size_px, const FilmLook& look) {
  const ResolvedFrame picture = display_.draw_film(
      {.camera = from,
       .size_px = size_px * look.supersampling,
       .overlaid = look.marks,
       .surroundings = !look.cut_out,
       .pixel_scale = look.pixel_scale * static_cast<float>(look.supersampling)});
  if (look.supersampling == 1 && !look.bar) return picture;
  if (!copy_) copy_ = std::make_unique<PictureCopy>();
  const ResolvedFrame copy = copy_->of(picture, look.supersampling);
  if (look.bar) {
    if (!bar_) bar_ = std::make_unique<BarDrawer>();
    bar_->draw(look.bar, {}, copy);
  }
  return copy;
}

void FilmPicture::free() {
  copy_.reset();
  bar_.reset();
  display_.renderer().free(Canvas::film);
}

}  // namespace limber
