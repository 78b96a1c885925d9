#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "render/context.h"

namespace limber {

/// Rendering cost, relative to a level suited to the renderer.
enum class QualityLevel { low, medium, high };
inline constexpr std::array quality_levels{QualityLevel::low, QualityLevel::medium,
                                           QualityLevel::high};
std::string_view name_of(QualityLevel level);
std::optional<QualityLevel> quality_named(std::string_view name);

/// Which bodies compute shaders draw (render/small_triangles.h).
struct SmallTriangleLimits {
  float max_px2 = 0.0f;            ///< mean area of their triangles; 0: none
  unsigned min_of_body = 0;        ///< triangles
  unsigned min_of_all_bodies = 0;  ///< triangles of all such bodies in a picture or shadow map

  bool operator==(const SmallTriangleLimits&) const = default;
};

/// Sample counts and resolutions of a picture.
struct Quality {
  int samples = 4;  ///< per pixel
  int shadow_map_px = 4096;
  int shadow_taps = 32;  ///< per surface in a pixel, plus half as many for the blocker search
  int sky_taps = 16;     ///< the same, for ambient occlusion
  float level_tolerance_px = 0.5f;  ///< maximum error of a body's level of detail
  int fluid_pairs = 32;         ///< pairs of taps in each of the three smoothing passes of a fluid
  int fluid_mirror_steps = 32;  ///< screen-space steps of rays reflected by a fluid
  int fluid_shade_px = 1024;    ///< size of the map of light transmitted by fluids
  int lens_taps = 256;          ///< maximum per pixel, with depth of field
  SmallTriangleLimits small_triangles;
  /// Chosen for the renderer.
  static Quality for_renderer(const ContextInfo& info, QualityLevel level = QualityLevel::medium);

  bool operator==(const Quality&) const = default;
};

}  // namespace limber
