#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/drawn_objects.h"
#include "app/session.h"

namespace limber {

/// Fails with Error(usage) for a name that ends in neither .obj nor .ply, with Error(bad_input) if
/// no file can be written there; "" is fine.
void check_mesh_file(const std::string& path);

/// What a mesh file holds, all objects together.
struct MeshFileCounts {
  std::size_t objects = 0;
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  std::uint64_t bytes = 0;
};

/// Writes objects whole, or not at all, as Wavefront OBJ (a group "o name" each) or as binary PLY
/// (the face property "body" is an object's number, comments name them), as the path ends.
/// Positions are in metres, y up, and read back as the same floats. Throws Error(bad_input) when
/// the file cannot be written, Error(diverged) for a position that is not finite.
MeshFileCounts write_mesh_file(const std::string& path, std::span<const DrawnObject> objects);

/// What --mesh writes: the drawn surfaces of the newest state, published as for a frame that shows
/// just that, and a line on standard error on what was written. as_spheres: as DrawnObjects.
/// Waits for the solver. Throws as write_mesh_file().
void write_mesh(const std::string& path, Session& session, bool as_spheres);

}  // namespace limber
