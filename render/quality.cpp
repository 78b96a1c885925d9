#include "render/quality.h"

#include <algorithm>
#include <regex>

namespace limber {

namespace {

/// Compute GPUs rasterize triangles with few of their multiprocessors; shading uses all.
bool draws_with_little(const ContextInfo& info) {
  static const std::regex cards(R"(\b(A100X?|H100|H200|GH200|B100|B200|GB200)\b)");
  return std::regex_search(info.renderer, cards);
}

Quality medium_for(const ContextInfo& info) {
  if (info.is_software) return {std::min(4, info.max_samples), 2048, 8, 6, 1.5f, 16, 12, 256, 64};
  if (draws_with_little(info))
    return {.samples = std::min(4, info.max_samples),
            .shadow_map_px = 2048,
            .fluid_shade_px = 512,
            .small_triangles = {64.0f, 32, 500'000}};
  return {std::min(8, info.max_samples), 4096, 32, 16};
}

/// For pictures with fewer pixels, in which the noise of fewer taps would be too coarse.
Quality low(Quality q) {
  q.samples = std::min(q.samples, 4);
  for (int* number : {&q.shadow_map_px, &q.fluid_pairs, &q.fluid_mirror_steps, &q.fluid_shade_px})
    *number /= 2;
  return q;
}

Quality high(Quality q, int max_samples) {
  constexpr int max_shaded_samples = 16;  // as in shaders/gbuffer.glsl
  q.samples = std::min({2 * q.samples, max_samples, max_shaded_samples});
  q.level_tolerance_px /= 2.0f;
  for (int* number : {&q.shadow_map_px, &q.shadow_taps, &q.sky_taps, &q.fluid_pairs,
                      &q.fluid_mirror_steps, &q.fluid_shade_px, &q.lens_taps})
    *number *= 2;
  return q;
}

}  // namespace

std::string_view name_of(QualityLevel level) {
  switch (level) {
    case QualityLevel::low:
      return "low";
    case QualityLevel::medium:
      return "medium";
    case QualityLevel::high:
      return "high";
  }
  return "";
}

std::optional<QualityLevel> quality_named(std::string_view name) {
  for (const QualityLevel level : quality_levels)
    if (name_of(level) == name) return level;
  return std::nullopt;
}

Quality Quality::for_renderer(const ContextInfo& info, QualityLevel level) {
  const Quality medium = medium_for(info);
  if (level == QualityLevel::low) return low(medium);
  return level == QualityLevel::high ? high(medium, info.max_samples) : medium;
}

}  // namespace limber
