#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "scenes/key.h"

namespace limber {

class TableReader;

/// [camera]: from where a scene is seen first.
struct SceneCamera {
  glm::vec3 eye_m{3.0f, 2.0f, 4.0f};
  glm::vec3 target_m{0.0f, 1.0f, 0.0f};
  float fov_deg = 35.0f;  ///< vertical

  bool operator==(const SceneCamera&) const = default;
};

std::vector<Key> keys_of(SceneCamera& camera);
/// Fails for a camera that looks at itself.
void check_camera(const TableReader& table, const SceneCamera& camera);
SceneCamera read_camera(TableReader table);

/// To four digits behind the point, as it is written into files.
std::string rounded_number(float number);
std::string rounded_numbers(const glm::vec3& v);  ///< "1, 2.5, -3"

/// Its keys as scene files have them, a line each, to a tenth of a millimetre.
std::string camera_lines(const SceneCamera& camera);
/// The whole table.
std::string camera_text(const SceneCamera& camera);
/// Of a text with such a table, be it a scene file's or that alone. Throws Error(bad_input) with
/// the line; file: what messages call the text.
SceneCamera camera_in(const std::string& text, const std::string& file);

}  // namespace limber
