#pragma once

#include <glm/glm.hpp>
#include <limits>

namespace limber {

struct Ray {
  glm::vec3 origin_m;
  glm::vec3 direction;  ///< unit length
};

/// A camera that orbits a target, or flies. Right-handed, y up, metres, degrees.
struct Camera {
  glm::vec3 target_m{0.0f};
  float distance_m = 3.0f;  ///< from the eye to the target
  float yaw_deg = 35.0f;    ///< 0: the eye is on the +z side; 90: on the +x side
  float pitch_deg = 20.0f;  ///< above the horizon; within +-89
  float fov_deg = 35.0f;    ///< vertical
  /// Camera motion keeps the eye above this height: the ground's, if there is one.
  float floor_m = -std::numeric_limits<float>::infinity();

  bool operator==(const Camera&) const = default;

  /// Orbits the target.
  void orbit(float yaw_delta_deg, float pitch_delta_deg);
  /// Turns around the eye.
  void look(float yaw_delta_deg, float pitch_delta_deg);
  /// Moves so that points at the target's depth follow the cursor. delta_px: pixels, y down.
  void pan(glm::vec2 delta_px, int height_px);
  /// steps > 0 moves towards a point, by a tenth of its distance per step: the point stays fixed in
  /// the picture, and the eye never reaches it or the target.
  void zoom(float steps, glm::vec3 point_m);
  void zoom(float steps) { zoom(steps, target_m); }
  /// Moves eye and target: metres to the right, up and forwards.
  void fly(glm::vec3 right_up_forward_m);
  /// Frames a box, keeping the view direction. aspect: width / height.
  void frame(glm::vec3 min_m, glm::vec3 max_m, float aspect);

  /// Lifts eye and target together if the eye is below the floor.
  void stay_above_floor();

  glm::vec3 eye_m() const;
  glm::vec3 forward() const;
  glm::vec3 right() const;
  glm::vec3 up() const;
  float near_m() const;

  glm::mat4 view() const;
  /// Reversed-Z with infinite far plane: depth is near_m() / distance along forward(), 1 at the
  /// near plane and 0 at infinity; clip space from 0 to 1.
  glm::mat4 projection(float aspect) const;

  /// The ray through a pixel position, from the top left corner, y down.
  Ray ray(glm::vec2 position_px, glm::ivec2 size_px) const;
  /// Projects a point to pixels; z is the distance along forward() in metres, negative behind the
  /// eye.
  glm::vec3 project(glm::vec3 point_m, glm::ivec2 size_px) const;
  /// The point at a pixel position at `depth_m` along forward(), for dragging parallel to the
  /// screen.
  glm::vec3 unproject(glm::vec2 position_px, float depth_m, glm::ivec2 size_px) const;

 private:
  void turn(float yaw_delta_deg, float pitch_delta_deg);
  float lowest_eye_m() const;
};

}  // namespace limber
