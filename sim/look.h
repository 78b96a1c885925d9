#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string_view>

namespace limber {

/// Depth of field.
struct Lens {
  /// Diameter of the circle of confusion of a point at infinity, relative to the picture's height;
  /// 0: everything is sharp.
  float aperture = 0.0f;
  /// Focus distance, relative to the distance of the camera's orbit centre; 0: focuses on what is
  /// at the centre of the picture.
  float focus = 0.0f;

  bool operator==(const Lens&) const = default;
};

/// Light, background and lens of a scene. Colours are linear RGB.
struct Look {
  glm::vec3 to_light{-0.35f, 1.0f, 0.5f};  ///< any length except 0; upwards
  glm::vec3 light{1.22f, 1.17f, 1.09f};
  glm::vec3 horizon{0.70f, 0.715f, 0.735f};  ///< of the walls, and of the floor where it meets them
  glm::vec3 zenith{0.40f, 0.435f, 0.485f};   ///< overhead
  float ambient = 1.0f;                      ///< factor of the light from the background
  float exposure_stops = 0.0f;               ///< each stop doubles the exposure
  Lens lens;

  bool operator==(const Look&) const = default;
};

/// Lowest elevation of the light, so that shadows are finite.
constexpr float lowest_light_deg = 10.0f;
constexpr float widest_aperture = 0.2f;
constexpr float max_focus = 10.0f;
constexpr float brightest_color = 10.0f;  ///< of each colour of a look, per component

struct NamedLook {
  std::string_view name;
  Look look;
};
/// The presets. The first one is the default.
std::span<const NamedLook> named_looks();

}  // namespace limber
