#pragma once

#include <map>
#include <string>
#include <string_view>

#include "render/gl_object.h"

namespace limber {

/// Small pictures of the scenes that come with the program, which are compiled into it. Each
/// becomes a texture the first time that it is shown.
class Thumbnails {
 public:
  /// Of the scene's id, as OpenGL names it; 0 where there is none. A context must be current.
  unsigned of(const std::string& scene);

 private:
  std::map<std::string, GlTexture> textures_;  ///< without a name where there is no picture
};

/// The file of that scene's picture, as bytes; empty where there is none.
std::string_view thumbnail_file(const std::string& scene);

}  // namespace limber
