#pragma once

#include <glm/glm.hpp>
#include <string>

namespace limber {

/// What the user wants of films and screenshots, and of the bar.
struct FilmSettings {
  glm::ivec2 size_px{0};  ///< 0: as the window
  double fps = 60.0;
  int supersampling = 1;
  int screenshot_times = 1;  ///< how many times as large as the film each way
  bool pictures = false;     ///< films are numbered PNG files
  bool cut_out = false;      ///< these, and screenshots, show the scene and its shadows alone
  bool marks = true;         ///< grab and pins are in films
  bool guide = false;        ///< shows what a film will have of the picture
  bool bar = false;          ///< on the screen
  bool bar_in_films = false;
  std::string caption;
};

}  // namespace limber
