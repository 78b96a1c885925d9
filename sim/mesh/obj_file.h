#pragma once

#include <filesystem>
#include <string>

#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// The surface in a Wavefront OBJ file, its numbers taken as metres. Polygons become triangles,
/// vertices are welded by index only, those that no triangle uses are left out, and so are
/// triangles without an area: `note` then says how many, and is empty otherwise.
/// Throws Error(bad_input) with file and line for everything that is not such a surface, Cancelled
/// when progress does.
TriangleMesh load_obj(const std::filesystem::path& file, Progress& progress,
                      std::string* note = nullptr);
TriangleMesh load_obj(const std::filesystem::path& file, std::string* note = nullptr);

}  // namespace limber
