#pragma once

#include <string>

namespace limber {

/// The path of a mesh that a scene names: as it is written, else where packages put models. A name
/// that is nowhere is returned as it is, for whoever reads it to refuse.
std::string find_mesh_file(const std::string& name);

/// What to do about a mesh that is not there, for messages; empty where something is at the path.
std::string advice_on_missing(const std::string& path);

}  // namespace limber
