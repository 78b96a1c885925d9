#pragma once

#include <string>

#include "scenes/table_reader.h"

namespace limber {

/// The path of a mesh that a scene names: as it is written, else where packages put models. A name
/// that is nowhere is returned as it is, for whoever reads it to refuse.
std::string find_mesh_file(const std::string& name);

/// Fails where nothing is at the path that the table's `file` has led to, and says what to do.
void refuse_missing(const TableReader& table, const std::string& path);

}  // namespace limber
