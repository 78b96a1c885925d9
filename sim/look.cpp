#include "sim/look.h"

#include <array>

namespace limber {

std::span<const NamedLook> named_looks() {
  static const std::array<NamedLook, 6> all{{
      {"studio", {}},
      {"dark studio",
       {.light = {1.75f, 1.68f, 1.58f},
        .horizon = {0.052f, 0.055f, 0.060f},
        .zenith = {0.035f, 0.038f, 0.044f},
        .ambient = 4.0f}},
      {"daylight",
       {.to_light = {-0.55f, 1.0f, 0.4f},
        .light = {1.50f, 1.42f, 1.27f},
        .horizon = {0.70f, 0.78f, 0.87f},
        .zenith = {0.20f, 0.37f, 0.67f}}},
      {"overcast",
       {.light = {0.62f, 0.64f, 0.66f},
        .horizon = {0.62f, 0.645f, 0.67f},
        .zenith = {0.52f, 0.55f, 0.59f}}},
      {"evening",
       {.to_light = {-1.0f, 0.45f, 0.35f},
        .light = {2.0f, 1.20f, 0.66f},
        .horizon = {0.72f, 0.55f, 0.45f},
        .zenith = {0.25f, 0.28f, 0.41f}}},
      {"night",
       {.to_light = {0.5f, 1.0f, 0.3f},
        .light = {0.50f, 0.58f, 0.74f},
        .horizon = {0.055f, 0.068f, 0.095f},
        .zenith = {0.018f, 0.024f, 0.042f},
        .ambient = 3.0f,
        .exposure_stops = 0.5f}},
  }};
  return all;
}

}  // namespace limber
