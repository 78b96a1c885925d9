#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <memory>

#include "app/stats.h"
#include "render/context.h"

namespace limber {

/// Size of the pictures that benchmarks draw.
inline constexpr glm::ivec2 bench_picture_px{1280, 720};

/// The context in which benchmarks draw; null, with a printed note, where none is available.
std::unique_ptr<Context> context_for_pictures();

/// Draws frames back to back for half a second after a warm-up: the median rate and the slow
/// percentile.
MedianAndP95 frames_per_s(const std::function<void()>& frame);

}  // namespace limber
