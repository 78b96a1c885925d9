#pragma once

#include <string>

#include "scenes/builders.h"
#include "scenes/table_reader.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// The path of a mesh that a scene names: as it is written, else where packages put models. A name
/// that is nowhere is returned as it is, for its reader to reject.
std::string find_mesh_file(const std::string& name);

/// What is at that path, and a note of what was left out of it. The table's `file` is blamed where
/// there is nothing, or what is no mesh.
TriangleMesh load_named(const TableReader& table, const std::string& path, const Opening& opening);

}  // namespace limber
