#include "render/image_file.h"

#include <fmt/format.h>

#include <fstream>

#include "kernels/error.h"
#include "render/part_file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_ONLY_JPEG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace limber {

void check_png(const std::filesystem::path& path) {
  if (path.extension() != ".png")
    throw Error(ExitCode::usage,
                fmt::format("the picture {} must have a name that ends in .png", path.string()));
  const PartFile writable(path);
}

void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba8) {
  const auto refuse = [&](std::string_view why) {
    return Error(ExitCode::bad_input, fmt::format("cannot write {}: {}", path.string(), why));
  };
  if (width <= 0 || height <= 0 || rgba8.size() != std::size_t{4} * width * height)
    throw refuse(fmt::format("{} bytes are not a picture of {}x{}", rgba8.size(), width, height));
  PartFile file(path);
  std::ofstream out = file.open();
  const auto append = [](void* stream, void* data, int size) {
    static_cast<std::ofstream*>(stream)->write(static_cast<const char*>(data), size);
  };
  const int encoded =
      stbi_write_png_to_func(append, &out, width, height, 4, rgba8.data(), 4 * width);
  out.close();
  if (!encoded || !out) throw refuse("the disk may be full; make room and try again");
  file.commit();
}

Image read_jpeg(std::string_view bytes) {
  Image image;
  int channels = 0;
  stbi_uc* const pixels = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                                                static_cast<int>(bytes.size()), &image.width,
                                                &image.height, &channels, STBI_rgb_alpha);
  if (!pixels) throw Error(ExitCode::bad_input, "this is not a JPEG picture, or it is damaged");
  image.rgba8.assign(pixels, pixels + std::size_t{4} * image.width * image.height);
  stbi_image_free(pixels);
  return image;
}

}  // namespace limber
