#pragma once

#include <string_view>
#include <vector>

namespace limber {

/// A text file or an image that is compiled into the program.
struct EmbeddedFile {
  std::string_view path;  ///< below the folder that embeds it
  std::string_view text;  ///< or bytes
};

}  // namespace limber
