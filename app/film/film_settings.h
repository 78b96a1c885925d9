#pragma once

#include <glm/glm.hpp>
#include <string>

namespace limber {

/// User settings of films, screenshots and the bar.
struct FilmSettings {
  glm::ivec2 size_px{0};  ///< 0: the window's size
  double fps = 60.0;
  int supersampling = 1;
  int screenshot_times = 1;  ///< scale factor relative to the film
  bool pictures = false;     ///< record films as numbered PNG files
  bool cut_out = false;      ///< PNG films and screenshots show only the scene and its shadows
  bool marks = true;         ///< show grab and pins in films
  bool guide = false;        ///< show the film's frame on the screen
  bool bar = false;          ///< shows the bar on the screen
  bool bar_in_films = false;
  std::string caption;
};

}  // namespace limber
