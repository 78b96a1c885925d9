#include "app/panel/thumbnails.h"

#include <algorithm>
#include <vector>

#include "kernels/embedded_file.h"
#include "render/image_file.h"
#include "render/plain_texture.h"

namespace limber {

extern const std::vector<EmbeddedFile> embedded_thumbnails;

std::string_view thumbnail_file(const std::string& scene) {
  const auto found =
      std::ranges::find(embedded_thumbnails, "thumbnails/" + scene + ".jpg", &EmbeddedFile::path);
  return found == embedded_thumbnails.end() ? std::string_view() : found->text;
}

unsigned Thumbnails::of(const std::string& scene) {
  const auto [entry, is_new] = textures_.try_emplace(scene);
  const std::string_view file = is_new ? thumbnail_file(scene) : std::string_view();
  if (!file.empty()) entry->second = make_texture_of(read_jpeg(file));
  return entry->second.name();
}

}  // namespace limber
