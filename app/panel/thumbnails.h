#pragma once

#include <map>
#include <string>
#include <string_view>

#include "render/gl_object.h"

namespace limber {

/// Thumbnails of the shipped scenes, embedded in the program. Each becomes a texture on first use.
class Thumbnails {
 public:
  /// OpenGL name of the texture for a scene id; 0 if there is none. A context must be current.
  unsigned of(const std::string& scene);

 private:
  std::map<std::string, GlTexture> textures_;  ///< empty if there is no thumbnail
};

/// The bytes of the scene's thumbnail file; empty if there is none.
std::string_view thumbnail_file(const std::string& scene);

}  // namespace limber
