#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "render/image.h"

namespace limber {

/// What keeps a picture from being written there, for use before any work is done. Throws Error:
/// usage for another ending than .png, bad_input where no file can be written.
void check_png(const std::filesystem::path& path);

/// Writes a picture of 4 * width * height bytes (red green blue alpha, sRGB, top row first) as PNG.
/// Throws Error(bad_input) when it cannot be written; then nothing is left under that name that was
/// not there before.
void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba8);

/// The picture of a JPEG file with these bytes. Throws Error(bad_input) for others.
Image read_jpeg(std::string_view bytes);

}  // namespace limber
