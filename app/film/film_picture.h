#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <optional>

#include "app/display.h"
#include "app/film/bar_text.h"
#include "render/picture_copy.h"

namespace limber {

class BarDrawer;

/// How pictures for files look, beside what they show.
struct FilmLook {
  int supersampling = 1;     ///< each pixel is the mean of so many each way: 1, 2 or 4
  bool cut_out = false;      ///< without surroundings, as ViewOptions has it
  bool marks = true;         ///< of the grab and pins
  float pixel_scale = 1.0f;  ///< as ViewOptions has it
  std::optional<BarText> bar;
};

/// Pictures of a display for files: of any size, and without the window's panels.
class FilmPicture {
 public:
  /// The display must outlive this object.
  explicit FilmPicture(Display& display);
  ~FilmPicture();

  /// What the display shows, seen from there. Valid until the next picture. Throws
  /// Error(unavailable) for sizes that OpenGL cannot draw.
  ResolvedFrame draw(const Camera& from, glm::ivec2 size_px, const FilmLook& look);
  void free();  ///< the memory that pictures take

 private:
  Display& display_;
  std::unique_ptr<PictureCopy> copy_;
  std::unique_ptr<BarDrawer> bar_;
};

}  // namespace limber
