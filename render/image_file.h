#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "render/image.h"

namespace limber {

/// Checks whether a PNG can be written, before any work is done. Throws Error: usage for an
/// extension other than .png, bad_input where no file can be written.
void check_png(const std::filesystem::path& path);

/// Writes a picture of 4 * width * height bytes (RGBA, sRGB, top row first) as PNG. Throws
/// Error(bad_input) when it cannot be written; an existing file is then left unchanged.
void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba8);

/// Decodes a JPEG file. Throws Error(bad_input) for other data.
Image read_jpeg(std::string_view bytes);

}  // namespace limber
