#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace limber {

/// Writes a picture of 4 * width * height bytes (red green blue alpha, sRGB, top row first) as PNG.
/// Throws Error(bad_input) when it cannot be written; then nothing is left under that name that was
/// not there before.
void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba8);

}  // namespace limber
