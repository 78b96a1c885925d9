#include "render/frame_uniforms.h"

#include <algorithm>
#include <cmath>

#include "render/particle_drawer.h"

namespace limber {

namespace {

/// Half the extent of the view at 1 m depth.
glm::vec2 half_of_view_m(const Camera& camera, glm::ivec2 size_px) {
  const float half_height = std::tan(glm::radians(camera.fov_deg) / 2.0f);
  return {half_height * static_cast<float>(size_px.x) / static_cast<float>(size_px.y), half_height};
}

/// The studio's lights are tuned by eye; other looks scale them.
void set_light(FrameUniforms& frame, const Look& look) {
  const Look studio;
  const glm::vec3 sky(0.36f, 0.385f, 0.43f), floor(0.235f, 0.225f, 0.215f);
  const glm::vec3 key_on_floor(0.52f, 0.49f, 0.45f);
  const auto upwards = [](const Look& of) { return glm::normalize(of.to_light).y; };
  const glm::vec3 key =
      key_on_floor * (look.light * upwards(look)) / (studio.light * upwards(studio));
  const glm::vec3 from_above = look.ambient * (look.zenith / studio.zenith);
  const glm::vec3 from_below = look.ambient * (look.horizon / studio.horizon);
  const glm::vec3 open = (1.0f - key_on_floor) * from_above;
  frame.key_light = {look.light, std::exp2(look.exposure_stops)};
  frame.horizon_color = {look.horizon, 0.0f};
  frame.zenith_color = {look.zenith, 0.0f};
  frame.sky_light = {sky * from_above, 0.0f};
  frame.floor_light = {floor * from_below, 0.0f};
  frame.key_share = {key / glm::max(key + open, glm::vec3(1e-6f)), 0.0f};
}

float radius_m(const SceneBuffers& scene) {
  return std::max(glm::length(scene.bounds_max_m - scene.bounds_min_m) / 2.0f, 1e-3f);
}

}  // namespace

FrameViews::FrameViews(const SceneBuffers& scene, const Camera& camera, const Look& look,
                       glm::ivec2 size_px) {
  // Moving objects may leave their initial bounding box.
  const glm::vec3 room_m(0.3f * radius_m(scene));
  glm::vec3 low_m = scene.bounds_min_m - room_m, high_m = scene.bounds_max_m + room_m;
  if (scene.ground) low_m.y = std::min(scene.bounds_min_m.y, scene.ground_height_m);
  const float floor_m = scene.ground ? scene.ground_height_m : low_m.y;
  light = parallel_view(glm::normalize(look.to_light), low_m, high_m, floor_m);
  sky = parallel_view({0.0f, 1.0f, 0.0f}, low_m, high_m, floor_m);
  const glm::vec2 half_m = half_of_view_m(camera, size_px);
  eye = {camera.projection(half_m.x / half_m.y) * camera.view(),
         static_cast<float>(size_px.y) / (2.0f * half_m.y), size_px};
}

FrameUniforms frame_uniforms(const SceneBuffers& scene, const FrameViews& views,
                             const Camera& camera, const ViewOptions& options,
                             const Quality& quality, glm::ivec2 size_px) {
  const glm::vec2 half_m = half_of_view_m(camera, size_px);
  const glm::vec3 middle_m = (scene.bounds_min_m + scene.bounds_max_m) / 2.0f;
  const float scene_m = radius_m(scene);
  constexpr float sky_radii = 0.3f, ground_radii = 16.0f;
  const bool ground_is_seen = scene.ground && camera.eye_m().y > scene.ground_height_m;
  const float ground_m = ground_radii * std::max(scene_m, camera.distance_m / 4.0f);
  const float grid_m = std::pow(10.0f, std::floor(std::log10(scene_m)));
  const auto shadow_map_px = static_cast<float>(quality.shadow_map_px);

  FrameUniforms frame;
  frame.clip_from_world = views.eye.clip_from_world;
  frame.shadow_from_world = views.light.texture_from_world;
  frame.sky_from_world = views.sky.texture_from_world;
  frame.eye_m = {camera.eye_m(), camera.near_m()};
  frame.ray_right = {camera.right() * half_m.x, options.surroundings ? 0.0f : 1.0f};
  frame.ray_up = {camera.up() * half_m.y, 0.0f};
  frame.ray_forward = {camera.forward(), 0.0f};
  frame.to_light = {glm::normalize(options.look.to_light), views.light.across_m / shadow_map_px};
  frame.shadow = {views.light.across_m, views.light.deep_m, static_cast<float>(quality.shadow_taps),
                  shadow_map_px};
  frame.sky = {views.sky.deep_m, sky_radii * scene_m, static_cast<float>(quality.sky_taps),
               shows_fluid_surfaces(options, scene) ? scene.fluids.largest_radius_m() : 0.0f};
  frame.ground_center_m = {middle_m.x, scene.ground_height_m, middle_m.z,
                           ground_is_seen ? ground_m : 0.0f};
  frame.picture = {size_px, options.pixel_scale, options.ground_grid ? grid_m : 0.0f};
  set_light(frame, options.look);
  return frame;
}

}  // namespace limber
