#pragma once

#include <filesystem>
#include <string>

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Loads a surface from a Wavefront OBJ file, in metres. Polygons are triangulated, vertices welded
/// by index only. Unused vertices and degenerate triangles are left out; `note` gives the number of
/// the latter and is empty otherwise. Throws Error(bad_input) with file and line for invalid input,
/// Cancelled when progress does.
TriangleMesh load_obj(const std::filesystem::path& file, Progress& progress,
                      std::string* note = nullptr);
TriangleMesh load_obj(const std::filesystem::path& file, std::string* note = nullptr);

}  // namespace limber
