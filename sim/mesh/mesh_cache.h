#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/mesh/mesher.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_mesh.h"

// A file cache of meshes that are expensive to make (sim/cache_files.h).

namespace limber {

/// Hash of TetGen's input, the surface and relevant options, as 32 hexadecimal digits.
std::string mesh_key(const TriangleMesh& surface, const MeshingOptions& options);

/// The cached mesh.
std::optional<TetraMesh> kept_mesh(const std::string& key);

/// Stores a mesh and, beyond `max_bytes` in total, evicts the least recently used ones.
void keep_mesh(const std::string& key, const TetraMesh& mesh,
               std::uintmax_t max_bytes = std::uintmax_t{1} << 30);

}  // namespace limber
