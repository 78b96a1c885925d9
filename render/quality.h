#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "render/context.h"

namespace limber {

/// How much a picture may cost, compared with what suits whatever draws it.
enum class QualityLevel { low, medium, high };
inline constexpr std::array quality_levels{QualityLevel::low, QualityLevel::medium,
                                           QualityLevel::high};
std::string_view name_of(QualityLevel level);
std::optional<QualityLevel> quality_named(std::string_view name);

/// What pictures cost.
struct Quality {
  int samples = 4;  ///< a pixel
  int shadow_map_px = 4096;
  int shadow_taps =
      32;             ///< a surface in a pixel, and half as many again to find how soft a shadow is
  int sky_taps = 16;  ///< the same, for the shade in folds and near contacts
  float level_tolerance_px = 0.5f;  ///< how far off a level of detail of a body may be
  int fluid_pairs = 32;             ///< of taps, in each of three passes that smooth a fluid
  int fluid_mirror_steps = 32;      ///< to find what a ray meets that a fluid mirrors
  int fluid_shade_px = 1024;        ///< across the map of the light that comes through fluids
  int lens_taps = 256;              ///< a pixel, at most, where not everything is sharp
  /// Chosen by what draws it.
  static Quality for_renderer(const ContextInfo& info, QualityLevel level = QualityLevel::medium);

  bool operator==(const Quality&) const = default;
};

}  // namespace limber
