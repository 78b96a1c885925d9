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
  /// What moves the eye keeps it above this height: of the ground, where there is one.
  float floor_m = -std::numeric_limits<float>::infinity();

  bool operator==(const Camera&) const = default;

  /// Turns about the target.
  void orbit(float yaw_delta_deg, float pitch_delta_deg);
  /// Turns about the eye.
  void look(float yaw_delta_deg, float pitch_delta_deg);
  /// Moves so that what is at the target's depth follows the cursor: pixels, y down.
  void pan(glm::vec2 delta_px, int height_px);
  /// Towards a point for steps > 0, a tenth of the way a step: it stays where it is in the picture,
  /// and the eye never comes to it or to the target.
  void zoom(float steps, glm::vec3 point_m);
  void zoom(float steps) { zoom(steps, target_m); }
  /// Moves eye and target: metres to the right, up and forwards.
  void fly(glm::vec3 right_up_forward_m);
  /// Shows the whole of a box from where it looks now. aspect: width / height.
  void frame(glm::vec3 min_m, glm::vec3 max_m, float aspect);

  /// Lifts eye and target together where the eye is below the floor.
  void stay_above_floor();

  glm::vec3 eye_m() const;
  glm::vec3 forward() const;
  glm::vec3 right() const;
  glm::vec3 up() const;
  float near_m() const;

  glm::mat4 view() const;
  /// Depth is near_m() / distance along forward(): 1 at the near plane and 0 at infinity, clip
  /// space from 0 to 1. It keeps its precision at any distance.
  glm::mat4 projection(float aspect) const;

  /// Through a point of the picture: pixels from its top left corner, y down.
  Ray ray(glm::vec2 position_px, glm::ivec2 size_px) const;
  /// Where a point is in the picture; z is the distance along forward() in metres, below 0 behind.
  glm::vec3 project(glm::vec3 point_m, glm::ivec2 size_px) const;
  /// What is `depth_m` along forward() at a point of the picture: dragging in the screen's plane.
  glm::vec3 unproject(glm::vec2 position_px, float depth_m, glm::ivec2 size_px) const;

 private:
  void turn(float yaw_delta_deg, float pitch_delta_deg);
  float lowest_eye_m() const;
};

}  // namespace limber
