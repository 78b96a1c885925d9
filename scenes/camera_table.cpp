#include "scenes/camera_table.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/error.h"
#include "scenes/scene_text.h"
#include "scenes/table_reader.h"

namespace limber {

std::string rounded_number(float number) {
  constexpr double digits_kept = 1e4;
  return fmt::format("{}", std::round(number * digits_kept) / digits_kept + 0.0);  // no -0
}

std::string rounded_numbers(const glm::vec3& v) {
  return fmt::format("{}, {}, {}", rounded_number(v.x), rounded_number(v.y), rounded_number(v.z));
}

std::vector<Key> keys_of(SceneCamera& c) {
  return {
      Key("eye_m", "Where the camera is, in metres", &c.eye_m)
          .from(-max_distance_m, max_distance_m),
      Key("target_m", "Where it looks, in metres", &c.target_m)
          .from(-max_distance_m, max_distance_m),
      Key("fov_deg", "Vertical angle of view, in degrees", &c.fov_deg).from(5, 120),
  };
}

void check_camera(const TableReader& table, const SceneCamera& camera) {
  if (glm::distance(camera.eye_m, camera.target_m) < 1e-3f)
    table.fail("target_m", "must not be where eye_m is");
}

SceneCamera read_camera(TableReader table) {
  SceneCamera camera;
  table.read(keys_of(camera));
  check_camera(table, camera);
  return camera;
}

std::string camera_lines(const SceneCamera& camera) {
  return fmt::format("eye_m = [{}]\ntarget_m = [{}]\nfov_deg = {}\n", rounded_numbers(camera.eye_m),
                     rounded_numbers(camera.target_m), rounded_number(camera.fov_deg));
}

std::string camera_text(const SceneCamera& camera) { return "[camera]\n" + camera_lines(camera); }

SceneCamera camera_in(const std::string& text, const std::string& file) {
  const toml::table toml = parse({file, file, text});
  TableReader whole(toml, file, "");
  if (!whole.has("camera"))
    throw Error(ExitCode::bad_input, fmt::format("{} has no table [camera]", file));
  return read_camera(whole.table("camera"));
}

}  // namespace limber
