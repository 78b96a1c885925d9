#include "scenes/camera_path_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/error.h"
#include "scenes/scene_text.h"
#include "scenes/table_reader.h"

namespace limber {

std::vector<Key> keys_of(CameraPathTable& t) {
  std::vector<Key> keys{
      Key("time_s", "Time of this view, in seconds from the beginning; ascending from 0", &t.time_s)
          .from(0, 86400)};
  std::ranges::copy(keys_of(t.camera), std::back_inserter(keys));
  return keys;
}

std::vector<CameraPathTable> read_camera_path(std::vector<TableReader> tables) {
  std::vector<CameraPathTable> path;
  for (TableReader& table : tables) {
    CameraPathTable key;
    table.read(keys_of(key));
    check_camera(table, key.camera);
    if (path.empty() ? key.time_s != 0.0f : !(key.time_s > path.back().time_s))
      table.fail("time_s", fmt::format("is {}, but the times of a path must begin at 0 and ascend",
                                       key.time_s));
    path.push_back(key);
  }
  return path;
}

std::vector<CameraPathTable> open_camera_path(const std::string& file) {
  const toml::table toml = parse({file, file, read_toml_file(file, "camera path")});
  TableReader whole(toml, file, "");
  std::vector<CameraPathTable> path = read_camera_path(whole.tables("camera"));
  whole.finish();
  if (path.empty())
    throw Error(ExitCode::bad_input,
                fmt::format("{} has no [[camera]], and a path of the camera needs one", file));
  return path;
}

std::string camera_path_text(const std::vector<CameraPathTable>& path) {
  std::string text;
  for (const CameraPathTable& key : path)
    text += fmt::format("{}[[camera]]\ntime_s = {}\n{}", text.empty() ? "" : "\n", key.time_s,
                        camera_lines(key.camera));
  return text;
}

}  // namespace limber
