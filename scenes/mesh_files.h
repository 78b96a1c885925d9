#pragma once

#include <string>

namespace limber {

/// The path of a mesh that a scene names: as it is written, else where packages put models. A name
/// that is nowhere is returned as it is, for whoever reads it to refuse.
std::string find_mesh_file(const std::string& name);

}  // namespace limber
