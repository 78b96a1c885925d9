#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenes/table_reader.h"

namespace limber {

/// What a [[joint]] table says. Of a hinge, angles are in degrees and torques in N m; of a slider,
/// ways are in metres and forces in N.
struct JointTable {
  std::string kind = "ball";
  std::vector<std::string> bodies;
  glm::vec3 at_m{0.0f};
  std::optional<glm::vec3> other_at_m;
  Direction axis{{0.0f, 0.0f, 1.0f}};
  std::optional<glm::vec3> other_axis;
  Interval limits;
  std::optional<float> swing_deg;
  std::optional<float> rest;
  float stiffness = 0.0f, damping = 0.0f;
  std::optional<float> motor_speed, max_motor;
  std::optional<float> breaks_at_N;
  std::string vertex_of;  ///< empty: it joins bodies
  std::optional<float> within_m;

  bool is_hinge() const { return kind == "hinge"; }
};

std::vector<Key> keys_of(JointTable& table);
JointTable read_joint_table(TableReader& reader);

}  // namespace limber
