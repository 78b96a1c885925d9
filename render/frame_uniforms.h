#pragma once

#include <glm/glm.hpp>

#include "render/camera.h"
#include "render/renderer.h"
#include "render/scene_buffers.h"
#include "render/shadow_map.h"

namespace limber {

/// The uniform block Frame of shaders/frame.glsl, in its std140 layout.
struct FrameUniforms {
  glm::mat4 clip_from_world;
  glm::mat4 shadow_from_world;  ///< to texture coordinates and depth, all in [0, 1]
  glm::mat4 sky_from_world;     ///< the same, seen from above
  glm::vec4 eye_m;              ///< w: distance of the near plane
  glm::vec4 ray_right;  ///< from the centre of the picture to its right edge, at 1 m depth; w: 1 if
                        ///< the surroundings are cut out, else 0
  glm::vec4 ray_up;
  glm::vec4 ray_forward;
  glm::vec4 to_light;  ///< w: metres per texel of the shadow map
  glm::vec4 shadow;    ///< metres across, metres deep, taps, size in texels
  glm::vec4 sky;  ///< metres deep, ambient occlusion radius, taps, radius of the largest particles
                  ///< of fluids that cast shadows, or 0
  glm::vec4 ground_center_m;  ///< w: radius at which the ground has faded out; 0: no visible ground
  glm::vec4 picture;    ///< width, height in pixels, pixel_scale, ground grid spacing in m or 0
  glm::vec4 key_light;  ///< w: exposure
  glm::vec4 horizon_color, zenith_color;
  glm::vec4 sky_light, floor_light;  ///< ambient light from above and below
  glm::vec4 key_share;               ///< share of the unoccluded light on the floor
};
static_assert(sizeof(FrameUniforms) == 3 * 64 + 15 * 16);

/// The views of a scene in a frame.
struct FrameViews {
  FrameViews() = default;
  FrameViews(const SceneBuffers& scene, const Camera& camera, const Look& look, glm::ivec2 size_px);

  ParallelView light, sky;
  InstanceView eye;
};

FrameUniforms frame_uniforms(const SceneBuffers& scene, const FrameViews& views,
                             const Camera& camera, const ViewOptions& options,
                             const Quality& quality, glm::ivec2 size_px);

}  // namespace limber
