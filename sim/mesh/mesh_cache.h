#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/mesh/mesher.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"

// Meshes that took their time to make, kept in files for the next start (sim/cache_files.h).

namespace limber {

/// What TetGen was asked, as 32 hexadecimal digits: the surface and the options that matter to it.
std::string mesh_key(const TriangleMesh& surface, const MeshingOptions& options);

/// The mesh that is kept under a key.
std::optional<TetraMesh> kept_mesh(const std::string& key);

/// Keeps a mesh and, beyond `max_bytes` in all, forgets those that were not used for longest.
void keep_mesh(const std::string& key, const TetraMesh& mesh,
               std::uintmax_t max_bytes = std::uintmax_t{1} << 30);

}  // namespace limber
