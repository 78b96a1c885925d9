#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <optional>

#include "app/display.h"
#include "app/film/bar_text.h"
#include "render/picture_copy.h"

namespace limber {

class BarDrawer;

/// Appearance of pictures for files.
struct FilmLook {
  int supersampling = 1;     ///< samples per pixel in each direction: 1, 2 or 4
  bool cut_out = false;      ///< without surroundings, as in ViewOptions
  bool marks = true;         ///< draws grab and pin marks
  float pixel_scale = 1.0f;  ///< as in ViewOptions
  std::optional<BarText> bar;
};

/// Draws a display's scene for files: at any size, without panels.
class FilmPicture {
 public:
  /// The display must outlive this object.
  explicit FilmPicture(Display& display);
  ~FilmPicture();

  /// Draws the display's scene from a camera. Valid until the next draw. Throws Error(unavailable)
  /// for sizes that OpenGL cannot draw.
  ResolvedFrame draw(const Camera& from, glm::ivec2 size_px, const FilmLook& look);
  void free();  ///< frees the pictures' memory

 private:
  Display& display_;
  std::unique_ptr<PictureCopy> copy_;
  std::unique_ptr<BarDrawer> bar_;
};

}  // namespace limber
