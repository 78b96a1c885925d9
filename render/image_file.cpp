#include "render/image_file.h"

#include <fmt/format.h>

#include <fstream>

#include "kernels/error.h"
#include "render/part_file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

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
    throw refuse(fmt::format("{} bytes are no picture of {}x{}", rgba8.size(), width, height));
  PartFile file(path);
  std::ofstream out(file.part(), std::ios::binary);
  const auto append = [](void* stream, void* data, int size) {
    static_cast<std::ofstream*>(stream)->write(static_cast<const char*>(data), size);
  };
  const int encoded =
      stbi_write_png_to_func(append, &out, width, height, 4, rgba8.data(), 4 * width);
  out.close();
  if (!encoded || !out) throw refuse("the disk may be full; make room and try again");
  file.commit();
}

}  // namespace limber
