#pragma once

#include <string>
#include <vector>

#include "scenes/camera_table.h"

namespace limber {

/// [[camera]] of a path, in a file of its own or below a step of a tour: where the camera is at a
/// time.
struct CameraPathTable {
  float time_s = 0.0f;
  SceneCamera camera;
};

std::vector<Key> keys_of(CameraPathTable& table);

/// Fails for times that do not rise from 0.
std::vector<CameraPathTable> read_camera_path(std::vector<TableReader> tables);
/// Of a file (.toml). Throws Error(bad_input) with file and line.
std::vector<CameraPathTable> open_camera_path(const std::string& file);
/// What open_camera_path() reads.
std::string camera_path_text(const std::vector<CameraPathTable>& path);

}  // namespace limber
