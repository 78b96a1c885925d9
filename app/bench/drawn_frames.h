#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <memory>

#include "app/stats.h"
#include "render/context.h"

namespace limber {

/// The size of pictures that benchmarks draw.
inline constexpr glm::ivec2 bench_picture_px{1280, 720};

/// Where benchmarks draw; null, with a line that says so, where nothing can be drawn.
std::unique_ptr<Context> context_for_pictures();

/// One frame after the other, as many as fit into half a second but for the first ones: the
/// median, and the slow end.
MedianAndP95 frames_per_s(const std::function<void()>& frame);

}  // namespace limber
