#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/drawn_objects.h"
#include "app/session.h"

namespace limber {

/// Throws Error(usage) for a name that ends in neither .obj nor .ply, Error(bad_input) if no file
/// can be written there; "" is valid.
void check_mesh_file(const std::string& path);

/// Contents of a mesh file, summed over all objects.
struct MeshFileCounts {
  std::size_t objects = 0;
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  std::uint64_t bytes = 0;
};

/// Atomically writes objects as Wavefront OBJ (each as "o name") or binary PLY (face property
/// "body" is the object's number, comments give the names), by file extension. Positions are in
/// metres, y up, and read back as the same floats. Throws Error(bad_input) when the file cannot be
/// written, Error(diverged) for a non-finite position.
MeshFileCounts write_mesh_file(const std::string& path, std::span<const DrawnObject> objects);

/// Implements --mesh: writes the drawn surfaces of the newest state, not interpolated, and reports
/// it on standard error. as_spheres: as in DrawnObjects. Waits for the solver. Throws as
/// write_mesh_file().
void write_mesh(const std::string& path, Session& session, bool as_spheres);

}  // namespace limber
