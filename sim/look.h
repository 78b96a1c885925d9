#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string_view>

namespace limber {

/// Depth of field.
struct Lens {
  /// Across the disc that a point infinitely far away becomes, relative to the picture's height; 0:
  /// everything is sharp.
  float aperture = 0.0f;
  /// Where it is sharp, relative to the distance of what the camera orbits; 0: what is at the
  /// middle of the picture.
  float focus = 0.0f;

  bool operator==(const Lens&) const = default;
};

/// The light on a scene, what is around it, and the lens that it is seen through. Colours are
/// linear RGB.
struct Look {
  glm::vec3 to_light{-0.35f, 1.0f, 0.5f};  ///< any length but 0; upwards
  glm::vec3 light{1.22f, 1.17f, 1.09f};
  glm::vec3 horizon{0.70f, 0.715f, 0.735f};  ///< of the walls, and of the floor that meets them
  glm::vec3 zenith{0.40f, 0.435f, 0.485f};   ///< above
  float ambient = 1.0f;                      ///< times the light that comes from the background
  float exposure_stops = 0.0f;               ///< each doubles the light on the film
  Lens lens;

  bool operator==(const Look&) const = default;
};

/// The light stands no lower, so that shadows have an end.
constexpr float lowest_light_deg = 10.0f;
constexpr float widest_aperture = 0.2f;
constexpr float max_focus = 10.0f;
constexpr float brightest_color = 10.0f;  ///< of each of a look's, and in each of red, green, blue

struct NamedLook {
  std::string_view name;
  Look look;
};
/// Those to choose from. The first one is that of scenes that say nothing.
std::span<const NamedLook> named_looks();

}  // namespace limber
