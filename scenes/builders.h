#pragma once

#include <functional>
#include <memory>
#include <string>

#include "kernels/exec.h"
#include "scenes/table_reader.h"
#include "sim/progress.h"
#include "sim/simulation.h"

// A family's builder reads its part of a scene file at once, so that a mistake is found before
// anything runs, and returns what makes the simulation.

namespace limber {

using Build = std::function<std::unique_ptr<Simulation>(Exec&)>;

/// mesh_file: an OBJ that takes the place of the scene's own surfaces, or empty.
using Builder = Build (*)(TableReader& file, const std::string& mesh_file, Progress& progress);

Build read_cloth(TableReader& file, const std::string& mesh_file, Progress& progress);

/// The builder of a family. Throws through `file` for a family that does not exist.
Builder builder_of(const std::string& family, const TableReader& file);

}  // namespace limber
